" The model language of Lagrangia.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=#\ %s comments=:# expandtab shiftwidth=2 softtabstop=2 textwidth=0 formatoptions-=t
setlocal suffixesadd=.lgr include=^\\s*include
" gq and gggqG put the spaces of a whole file in order; what is wrong stays as it is.
let &l:formatprg = get(g:, "lagrangia_path", "lagrangia") . " fmt - 2>/dev/null"
let b:undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< formatoptions< suffixesadd< include< formatprg<"
