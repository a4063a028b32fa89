/** A variable of a text. */
export interface DeclaredVariable {
  name: string;
  type: 'number' | 'boolean';
}

/** The variable of a name; `slot` is null when the name was declared twice, so that its type is uncertain. */
type FoundVariable = { slot: number; variable: DeclaredVariable } | { slot: null };

/** The variables of a text. A name is declared once, and is visible in its block and nested blocks. */
export class Scope {
  /** By slot. */
  readonly variables: DeclaredVariable[] = [];
  private readonly slots = new Map<string, number>();
  /** The variable of each visible name. */
  private readonly found = new Map<string, FoundVariable>();
  /** The visible names in order of declaration, each with its previous meaning. */
  private readonly declared: { name: string; before: FoundVariable | undefined }[] = [];
  private readonly blocks: number[] = [];

  enter(): void {
    this.blocks.push(this.declared.length);
  }

  leave(): void {
    for (const { name, before } of this.declared.splice(this.blocks.pop() ?? 0).reverse()) {
      if (before === undefined) this.found.delete(name);
      else this.found.set(name, before);
    }
  }

  /** Declares a variable. Returns its slot, or null when the name is already declared. */
  declare(variable: DeclaredVariable): number | null {
    const { name } = variable;
    this.declared.push({ name, before: this.found.get(name) });
    if (this.slots.has(name)) {
      this.found.set(name, { slot: null });
      return null;
    }
    const slot = this.variables.push(variable) - 1;
    this.slots.set(name, slot);
    this.found.set(name, { slot, variable });
    return slot;
  }

  find(name: string): FoundVariable | null {
    return this.found.get(name) ?? null;
  }

  get visibleNames(): readonly string[] {
    return [...this.found.keys()];
  }
}
