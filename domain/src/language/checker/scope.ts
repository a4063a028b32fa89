/** A variable of a text. */
export interface DeclaredVariable {
  name: string;
  type: 'number' | 'boolean';
}

/** A variable that a name stands for; no slot where the name was declared twice, so that its type is uncertain. */
export type FoundVariable = { slot: number; variable: DeclaredVariable } | { slot: null };

/** The variables of a text: a name is declared once, and visible in its block and the blocks inside. */
export class Scope {
  /** By slot. */
  readonly variables: DeclaredVariable[] = [];
  private readonly slots = new Map<string, number>();
  /** What each visible name stands for. */
  private readonly found = new Map<string, FoundVariable>();
  /** The visible names in order of declaration, each with what it stood for before. */
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

  /** The new variable's slot; null when the text already declares the name. */
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
