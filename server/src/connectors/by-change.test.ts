import { expect, it } from 'vitest';
import { byChange, type ChangePage } from './by-change.ts';

interface Row {
  key: number;
  changed: number | null;
}

const pageSize = 10;

/** A system that returns rows in order of their changes, in pages by position. */
class System {
  rows: Row[] = [];
  /** Called before each page with the number of pages that were read. */
  before: (read: number) => void = () => {};
  #read = 0;

  fill(count: number, changed: number | null): void {
    for (let key = 0; key < count; key++) this.rows.push({ key: this.rows.length, changed });
  }

  page(since: number | null, start = 0): ChangePage<Row> {
    this.before(this.#read++);
    const found = this.rows
      .filter(({ changed }) => since === null || (changed !== null && changed >= since))
      .sort((one, other) => (one.changed ?? -1) - (other.changed ?? -1) || one.key - other.key);
    const rows = found.slice(start, start + pageSize).map((row) => ({ ...row }));
    const end = start + pageSize;
    return { rows, next: end < found.length ? async () => this.page(since, end) : null };
  }

  async read(): Promise<number[]> {
    const given: number[] = [];
    const read = async (since: number | null) => this.page(since);
    const toIdentity = ({ key, changed }: Row) => `${key} ${changed}`;
    for await (const rows of byChange(null, read, ({ changed }) => changed, toIdentity))
      given.push(...rows.map(({ key }) => key));
    return given;
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, key) => key);

it.each([
  ['with the same time', 5],
  ['without a time', null],
])('returns rows %s once, over several pages', async (_, changed) => {
  const system = new System();
  system.fill(35, changed);
  expect(await system.read()).toEqual(upTo(35));
});

it('misses no row with the same time if a row changes during reading', async () => {
  const system = new System();
  system.fill(35, 5);
  system.fill(5, 6);
  // The rows after it move up by one position.
  system.before = (read) => {
    if (read === 2) system.rows[3]!.changed = 7;
  };
  expect(new Set(await system.read())).toEqual(new Set(upTo(40)));
});

it('ends if each page contains new rows', async () => {
  const system = new System();
  system.fill(35, 5);
  let number = 1_000;
  system.before = () => system.rows.push({ key: number++, changed: 5 });
  expect(new Set(await system.read())).toEqual(
    new Set([...upTo(35), ...system.rows.slice(35).map(({ key }) => key)]),
  );
});
