/** Collects lines of generated code and generates unique names. */
export class Code {
  private readonly lines: string[] = [];
  private readonly names: { next: number };

  constructor(names: { next: number } = { next: 0 }) {
    this.names = names;
  }

  line(text: string): void {
    this.lines.push(text);
  }

  /** Stores a value in a constant; returns its name. */
  declare(value: string): string {
    const name = this.name();
    this.line(`const ${name} = ${value};`);
    return name;
  }

  name(): string {
    this.names.next += 1;
    return `u${this.names.next}`;
  }

  toString(): string {
    return this.lines.join('\n');
  }
}
