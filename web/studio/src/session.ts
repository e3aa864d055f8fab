// The model that is worked on: its text, its name, other values of its parameters; and who wants to hear of changes.

/** A change of the text that leaves the machine as it is: of what means nothing, of a label, or of a number behind a parameter's name. */
export interface Mild {
  before: string;
  dial: { name: string; value: string } | null;
  isLabel?: boolean;
}

/** "4.2 m": numbers with the unit in which the parameter is shown. */
export type Values = Record<string, string>;
export type Change = "model" | "text" | "values";

export interface Design {
  name: string;
  text: string;
  values: Values;
  /** Whether the name is that of a file that was opened: whatever is written then, it is that file. */
  isFile?: boolean;
}

export class Session implements Design {
  name = "model.lgr";
  text = "";
  values: Values = {};
  isFile = false;
  /** What the model calls itself now, and did when it was opened; null: not known yet. */
  private models: { first: string; now: string } | null = null;
  /** Tables and texts that models may name. */
  tables: Record<string, string> = {};
  /** What the last change of the text was, if it left the machine as it was. */
  mild: Mild | null = null;
  private readonly listeners: ((change: Change) => void)[] = [];

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  /** Those whose names are in the text. */
  get files(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.tables).filter(([name]) => this.text.includes(name)));
  }

  /** What is saved is called so: an example that has become another model no longer has the example's name. */
  get fileName(): string {
    const { models, isFile, name } = this;
    return isFile || !models || models.now === models.first ? name : `${models.now || "mine"}.lgr`;
  }

  /** The model has been read, and calls itself so. */
  isCalled(model: string): void {
    this.models = { first: this.models?.first ?? model, now: model };
  }

  open(design: Design): void {
    this.name = design.name;
    this.isFile = design.isFile ?? false;
    this.models = null;
    this.text = design.text;
    this.values = { ...design.values };
    this.tell("model");
  }

  write(text: string, mild: Mild | null = null): void {
    if (text === this.text) return;
    this.mild = mild;
    this.text = text;
    this.tell("text");
  }

  set(values: Values): void {
    this.values = { ...this.values, ...values };
    this.tell("values");
  }

  /** As it is written, for one parameter or for all. */
  takeBack(name?: string): void {
    const { [name ?? ""]: _, ...others } = this.values;
    this.values = name === undefined ? {} : others;
    this.tell("values");
  }

  /** Forgets values of parameters that are not there any more; says whether there were any. */
  keepOnly(names: Set<string>): boolean {
    const kept = Object.entries(this.values).filter(([name]) => names.has(name));
    const isLess = kept.length < Object.keys(this.values).length;
    this.values = Object.fromEntries(kept);
    return isLess;
  }

  copy(): Design {
    return { name: this.fileName, text: this.text, values: { ...this.values }, isFile: this.isFile };
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}
