" The model language of Lagrangia. Written by editors/grammar.py: change that.
if exists("b:current_syntax")
  finish
endif
syntax match lagrangiaName /\v<\h\w*>/
syntax match lagrangiaOperator /[-+*/^=~<>']/
syntax match lagrangiaConstant /\v\.@<!<%(potential|kinetic|energy|pi|t)>/
syntax match lagrangiaClause /\v\.@<!<%(coefficient|restitution|stiffness|thickness|tolerance|viscosity|cylinder|diameter|friction|reacting|damping|density|inertia|nominal|hollow|length|method|radius|static|within|about|after|along|angle|every|frame|given|limit|plate|right|turns|until|area|ball|disc|drop|free|from|hold|left|mass|over|rate|rest|size|stop|when|wind|air|box|off|set|as|at|by|in|of|on|to)>%(\s*[(=~.'])@!/
syntax match lagrangiaFunction /\v<%(quaternion|integral|reaction|rotation|sticking|velocity|initial|maximum|minimum|sliding|closed|lambda|rotate|angle|atan2|count|cross|final|floor|force|hypot|log10|omega|round|table|acos|asin|atan|ceil|cosh|held|mean|norm|open|sign|sinh|sqrt|tanh|time|unit|when|abs|cos|dir|dot|exp|log|max|min|mod|rms|sin|sum|tan|at)>\ze\s*\(/
syntax match lagrangiaLogic /\v<%(else|then|and|not|if|or)>/
syntax match lagrangiaNumber /\v<\d+%(\.\d+)?%([eE][+-]?\d+)?/ nextgroup=lagrangiaUnit skipwhite
syntax match lagrangiaUnit /\v<%(%(da|G|M|T|c|d|f|h|k|m|n|p|u)?%(Ohm|bar|ohm|rad|Hz|Pa|Wb|A|C|F|H|J|K|N|T|V|W|g|m|s)|tonne|slug|deg|kgf|lbf|min|mph|psi|rev|rpm|ft|hp|in%(\s*\[)@!|lb|mi|oz|yd|h)>%(\^-?\d+)?%(%(\s*[*/]\s*|\s+)<%(%(da|G|M|T|c|d|f|h|k|m|n|p|u)?%(Ohm|bar|ohm|rad|Hz|Pa|Wb|A|C|F|H|J|K|N|T|V|W|g|m|s)|tonne|slug|deg|kgf|lbf|min|mph|psi|rev|rpm|ft|hp|in%(\s*\[)@!|lb|mi|oz|yd|h)>%(\^-?\d+)?)*/ contained
syntax match lagrangiaStatement /\v%(^|[;{}])\s*\zs<%(dissipation|generalized|orientation|constraint|lagrangian|component|potential|friction|particle|simulate|contact|gravity|include|initial|kinetic|torsion|assume|buffer|expect|memory|output|report|spring|torque|cable|coord|event|force|frame|input|model|param|rotor|speed|state|body|drag|draw|part|rope|for|let|rod)>/
syntax match lagrangiaFile /\v%(^\s*include\s*)@<=\<\w+\>/
syntax match lagrangiaString /"[^"]*"/
syntax match lagrangiaComment /#.*$/ contains=@Spell
highlight default link lagrangiaOperator Operator
highlight default link lagrangiaConstant Constant
highlight default link lagrangiaClause Keyword
highlight default link lagrangiaFunction Function
highlight default link lagrangiaLogic Conditional
highlight default link lagrangiaNumber Number
highlight default link lagrangiaUnit Type
highlight default link lagrangiaStatement Statement
highlight default link lagrangiaFile String
highlight default link lagrangiaString String
highlight default link lagrangiaComment Comment
let b:current_syntax = "lagrangia"
