/** A variable of a text. */
export interface DeclaredVariable {
  name: string;
  type: 'number' | 'boolean';
}

/** The variables of a text: a name is declared once, and visible in its block and the blocks inside. */
export class Scope {
  /** By slot. */
  readonly variables: DeclaredVariable[] = [];
  private readonly slots = new Map<string, number>();
  /** In order of declaration, and as a set. */
  private readonly visible: string[] = [];
  private readonly visibleSet = new Set<string>();
  private readonly blocks: number[] = [];

  enter(): void {
    this.blocks.push(this.visible.length);
  }

  leave(): void {
    for (const name of this.visible.splice(this.blocks.pop() ?? 0)) this.visibleSet.delete(name);
  }

  /** The new variable's slot; null when the text already declares the name. */
  declare(variable: DeclaredVariable): number | null {
    if (this.slots.has(variable.name)) return null;
    const slot = this.variables.push(variable) - 1;
    this.slots.set(variable.name, slot);
    this.visible.push(variable.name);
    this.visibleSet.add(variable.name);
    return slot;
  }

  find(name: string): { slot: number; variable: DeclaredVariable } | null {
    const slot = this.slots.get(name);
    if (slot === undefined || !this.visibleSet.has(name)) return null;
    return { slot, variable: this.variables[slot]! };
  }

  get visibleNames(): readonly string[] {
    return this.visible;
  }
}
