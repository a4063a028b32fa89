import { parseOffset } from './time.ts';

/** A value of a file with its path. Its methods read it as a type; any other type is an error of the file. */
export class Reader {
  private readonly value: unknown;
  private readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  private fail(wanted: string): never {
    throw new Error(`${this.path}: expected ${wanted}, not ${JSON.stringify(this.value) ?? 'nothing'}`);
  }

  private record(): Readonly<Record<string, unknown>> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      this.fail('a mapping');
    return this.value as Record<string, unknown>;
  }

  /** Rejects all other keys. */
  allow(...keys: readonly string[]): void {
    for (const key of Object.keys(this.record())) {
      if (!keys.includes(key)) throw new Error(`${this.path}: unknown key ${key}`);
    }
  }

  has(key: string): boolean {
    return Object.hasOwn(this.record(), key);
  }

  at(key: string): Reader {
    return new Reader(this.record()[key], `${this.path}, ${key}`);
  }

  /** Undefined if the value is missing or null. */
  optional<Value>(read: (value: Reader) => Value): Value | undefined {
    return this.value === undefined || this.value === null ? undefined : read(this);
  }

  entries<Value>(read: (value: Reader, key: string) => Value): Value[] {
    if (this.value === undefined || this.value === null) return [];
    return Object.keys(this.record()).map((key) => read(this.at(key), key));
  }

  list<Value>(read: (value: Reader) => Value): Value[] {
    if (this.value === undefined || this.value === null) return [];
    if (!Array.isArray(this.value)) this.fail('a list');
    return (this.value as unknown[]).map((item, index) =>
      read(new Reader(item, `${this.path} ${index + 1}`)),
    );
  }

  tuple(least: number, most: number): Reader[] {
    const items = this.list((item) => item);
    if (items.length < least || items.length > most) this.fail(`a list of ${most}`);
    return items;
  }

  isText(): boolean {
    return typeof this.value === 'string';
  }

  /** A number or boolean that YAML parsed is converted back to text. */
  text(): string {
    if (!['string', 'number', 'boolean'].includes(typeof this.value)) this.fail('a text');
    return String(this.value);
  }

  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) this.fail('a number');
    return this.value as number;
  }

  numberOrText(): number | string {
    return typeof this.value === 'number' ? this.number() : this.text();
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean') this.fail('true or false');
    return this.value as boolean;
  }

  choice<Word extends string>(...words: readonly Word[]): Word {
    if (!words.includes(this.value as Word)) this.fail(`one of ${words.join(', ')}`);
    return this.value as Word;
  }

  /** Milliseconds. */
  offset(): number {
    const milliseconds = parseOffset(String(this.value));
    return milliseconds === null ? this.fail('an offset such as 2h30m') : milliseconds;
  }

  /** Milliseconds since 1970, from an offset to `start`. */
  time(start: number): number {
    return start + this.offset();
  }

  /** Milliseconds since 1970. */
  instant(): number {
    const time = Date.parse(this.text());
    return Number.isNaN(time) ? this.fail('a date and time') : time;
  }
}
