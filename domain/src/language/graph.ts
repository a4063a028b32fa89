/** A directed graph of dependencies over string ids. Iterative, so that chains of any length fit. */
export class DependencyGraph {
  /** Ids in topological order: each after its dependencies. The members of a cycle are adjacent. */
  readonly order: readonly string[];
  /** The strongly connected groups, each in the order given; an id that depends on itself is a group. */
  readonly cycles: readonly (readonly string[])[];
  private readonly needs: ReadonlyMap<string, readonly string[]>;

  /**
   * @param needs the dependencies of each id; ids that are not keys have no dependencies and are left out of
   * the order
   */
  constructor(needs: ReadonlyMap<string, readonly string[]>) {
    this.needs = needs;
    const components = this.components();
    this.order = components.flat();
    const rank = new Map([...needs.keys()].map((id, index) => [id, index]));
    this.cycles = components
      .filter((ids) => ids.length > 1 || this.needs.get(ids[0]!)!.includes(ids[0]!))
      .map((ids) => ids.toSorted((a, b) => rank.get(a)! - rank.get(b)!));
  }

  /**
   * The shortest path from an id along its dependencies back to itself, both ends included; null if there is
   * none.
   */
  cycleThrough(start: string): string[] | null {
    const cameFrom = new Map<string, string>();
    const waiting = [start];
    for (let at = 0; at < waiting.length; at++) {
      const id = waiting[at]!;
      for (const input of this.needs.get(id) ?? []) {
        if (input === start) return this.path(start, id, cameFrom);
        if (cameFrom.has(input)) continue;
        cameFrom.set(input, id);
        waiting.push(input);
      }
    }
    return null;
  }

  private path(start: string, end: string, cameFrom: ReadonlyMap<string, string>): string[] {
    const path = [start];
    for (let id = end; id !== start; id = cameFrom.get(id)!) path.push(id);
    return [...path, start].reverse();
  }

  /** Strongly connected components, dependencies first (Tarjan 1972). */
  private components(): string[][] {
    const components: string[][] = [];
    const found = new Map<string, { index: number; low: number; open: boolean }>();
    const open: string[] = [];
    for (const root of this.needs.keys()) {
      if (found.has(root)) continue;
      const walk: { id: string; next: number }[] = [];
      const visit = (id: string) => {
        found.set(id, { index: found.size, low: found.size, open: true });
        open.push(id);
        walk.push({ id, next: 0 });
      };
      visit(root);
      for (let step = walk.at(-1); step !== undefined; step = walk.at(-1)) {
        const own = found.get(step.id)!;
        const input = this.needs.get(step.id)![step.next++];
        if (input !== undefined) {
          if (!this.needs.has(input)) continue;
          const other = found.get(input);
          if (other === undefined) visit(input);
          else if (other.open) own.low = Math.min(own.low, other.index);
          continue;
        }
        walk.pop();
        const user = walk.at(-1);
        if (user !== undefined) found.get(user.id)!.low = Math.min(found.get(user.id)!.low, own.low);
        if (own.low === own.index) {
          const component = open.splice(open.lastIndexOf(step.id));
          for (const id of component) found.get(id)!.open = false;
          components.push(component);
        }
      }
    }
    return components;
  }
}
