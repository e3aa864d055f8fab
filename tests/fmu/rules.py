"""Rules of the standards FMI 2.0 and 3.0 for modelDescription.xml, as far as they concern what is written here."""

KINDS = {  # causality, variability -> initial values allowed, the first one where none is given; start: whether there must be one
    ("independent", "continuous"): [None],
    ("parameter", "fixed"): ["exact"],
    ("parameter", "tunable"): ["exact"],
    ("calculatedParameter", "fixed"): ["calculated", "approx"],
    ("calculatedParameter", "tunable"): ["calculated", "approx"],
    ("input", "continuous"): [None],
    ("output", "continuous"): ["calculated", "exact", "approx"],
    ("local", "continuous"): ["calculated", "exact", "approx"],
    ("local", "constant"): ["exact"],
}
ROOT = {"2.0": {"fmiVersion", "modelName", "guid", "description", "generationTool", "variableNamingConvention", "numberOfEventIndicators"},
        "3.0": {"fmiVersion", "modelName", "instantiationToken", "description", "generationTool", "variableNamingConvention"}}
ORDER = {"2.0": ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables",
                 "ModelStructure"]}
ORDER["3.0"] = ORDER["2.0"]
BASE = {"kg", "m", "s", "A", "K", "mol", "cd", "rad", "factor", "offset"}


class Variable:
    def __init__(self, element, newer):
        number = element if newer else element.find("Real")
        self.a = dict(element.attrib)
        self.n = dict(number.attrib)
        self.reference = int(element.get("valueReference"))
        self.name = element.get("name")
        self.derivative = self.n.get("derivative")

    @property
    def kind(self):
        return self.a.get("causality", "local"), self.a.get("variability", "continuous")


def variables_of(root):
    newer = root.get("fmiVersion") == "3.0"
    return [Variable(e, newer) for e in root.find("ModelVariables")]


def variable_errors(variables, units, types):
    names, references = set(types), set()
    for v in variables:
        if v.name in names:
            yield f"the name {v.name} is there twice"
        if v.reference in references:
            yield f"the reference {v.reference} is there twice"
        names.add(v.name)
        references.add(v.reference)
        if v.kind not in KINDS:
            yield f"{v.name}: {v.kind} is not allowed"
            continue
        allowed = KINDS[v.kind]
        initial = v.a.get("initial", allowed[0])
        if initial not in allowed or (allowed == [None] and "initial" in v.a):
            yield f"{v.name}: initial = {initial} is not allowed for {v.kind}"
        needs = initial in ("exact", "approx") or v.kind[0] == "input"
        if needs != ("start" in v.n):
            yield f"{v.name}: start value is {'missing' if needs else 'not allowed'}"
        for key in ("start", "min", "max"):
            if key in v.n:
                float(v.n[key])
        if "unit" in v.n and v.n["unit"] not in units:
            yield f"{v.name}: unknown unit {v.n['unit']}"
        if "unit" in v.n and types.get(v.n.get("declaredType")) != (v.n["unit"], v.n.get("displayUnit")):
            yield f"{v.name}: its type is not declared, or in other units"
        if "displayUnit" in v.n and v.n["displayUnit"] not in units.get(v.n.get("unit"), {}):
            yield f"{v.name}: unknown display unit {v.n['displayUnit']}"
        if "min" in v.n and "max" in v.n and float(v.n["min"]) > float(v.n["max"]):
            yield f"{v.name}: min > max"


def units_of(root):
    return {u.get("name"): {d.get("name"): float(d.get("factor", 1)) for d in u.findall("DisplayUnit")}
            for u in root.iterfind("UnitDefinitions/Unit")}


def factor_of(units, v, words):
    """From the SI to the unit in which the tool's own results have this: words has them by name."""
    name = v.name.removeprefix("report(").removesuffix(")") if v.name.startswith("report(") else v.name
    return units.get(v.n.get("unit"), {}).get(words.get(name), 1)


def types_of(root):
    """Unit and display unit of each declared type."""
    numbers = {e.get("name"): e.find("Real") if e.tag == "SimpleType" else e for e in root.iterfind("TypeDefinitions/*")}
    return {name: (e.get("unit"), e.get("displayUnit")) for name, e in numbers.items()}


def structure_errors(root, variables, newer):
    structure = root.find("ModelStructure")
    by_key = {(str(v.reference) if newer else str(i + 1)): v for i, v in enumerate(variables)}
    attribute = "valueReference" if newer else "index"
    paths = {"outputs": "Output" if newer else "Outputs/Unknown", "rates": "ContinuousStateDerivative" if newer else "Derivatives/Unknown",
             "initial": "InitialUnknown" if newer else "InitialUnknowns/Unknown"}
    lists = {k: structure.findall(p) for k, p in paths.items()}
    for what, elements in lists.items():
        keys = [e.get(attribute) for e in elements]
        if any(k not in by_key for k in keys):
            yield f"{what}: unknown {attribute}"
            return
        if len(set(keys)) != len(keys):
            yield f"{what}: something is there twice"
        if not newer and what != "rates" and keys != sorted(keys, key=int):
            yield f"{what}: not in ascending order"
        for e in elements:
            known = (e.get("dependencies") or "").split()
            if any(k not in by_key for k in known) or len(known) != len((e.get("dependenciesKind") or "").split()):
                yield f"{what}: wrong dependencies {e.attrib}"
    found = {k: {by_key[e.get(attribute)].reference for e in es} for k, es in lists.items()}
    if found["outputs"] != {v.reference for v in variables if v.a.get("causality") == "output"}:
        yield "outputs are not those with causality output"
    rates = [v for v in variables if v.derivative]
    if found["rates"] != {v.reference for v in rates}:
        yield "derivatives are not those with the attribute derivative"
    if any(v.derivative not in by_key for v in rates):
        yield "the state of a derivative is missing"
        return
    states = {by_key[v.derivative].reference for v in rates}
    for v in variables:
        if (v.n.get("reinit") == "true") != (v.reference in states):
            yield f"{v.name}: events change all states and nothing else, which reinit has to say"
    wanted = {v.reference for v in variables if v.a.get("initial") in ("calculated", "approx") and
              (v.a.get("causality") in ("output", "calculatedParameter") or v.derivative or v.reference in states)}
    if found["initial"] != wanted:
        yield f"initial unknowns: {sorted(found['initial'] ^ wanted)} are missing or too many"
    if newer:
        indicators = {e.get("valueReference") for e in structure.findall("EventIndicator")}
        if not indicators <= set(by_key):
            yield "event indicators: unknown references"


def errors(root):
    """What is against the rules, as lines."""
    version = root.get("fmiVersion")
    newer = version == "3.0"
    if root.tag != "fmiModelDescription" or version not in ROOT:
        return [f"root {root.tag} {version}"]
    found = [f"root: attribute {a}" for a in root.attrib if a not in ROOT[version]]
    tags = [e.tag for e in root]
    if tags != [t for t in ORDER[version] if t in tags] or "ModelVariables" not in tags:
        found.append(f"order of elements: {tags}")
    for e in root.iterfind("UnitDefinitions/Unit/BaseUnit"):
        found += [f"base unit {k}" for k in e.attrib if k not in BASE]
    for kind in ("ModelExchange", "CoSimulation"):
        if not root.find(kind).get("modelIdentifier", "").isidentifier():
            found.append(f"{kind}: no identifier")
    variables = variables_of(root)
    if newer and sum(v.kind[0] == "independent" for v in variables) != 1:
        found.append("there must be one independent variable")
    found += variable_errors(variables, units_of(root), types_of(root))
    exchange = root.find("ModelExchange")
    if exchange.get("needsCompletedIntegratorStep" if newer else "canNotUseMemoryManagementFunctions") != "true":
        found.append("ModelExchange: does not say what importers have to do")
    found += structure_errors(root, variables, newer)
    return found
