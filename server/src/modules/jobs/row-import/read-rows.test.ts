import { describe, expect, it } from 'vitest';
import type { SourceRow } from '../../system/file/service.ts';
import type { FileColumn } from './columns.ts';
import { readRows } from './read-rows.ts';

const columns: readonly FileColumn<'name' | 'note'>[] = [
  { name: 'name', heading: 'Name', note: '' },
  { name: 'note', heading: 'Note', note: '' },
];

/** Yields rows of a file, in two batches. */
async function* source(...rows: readonly (readonly string[])[]): AsyncGenerator<SourceRow[]> {
  const numbered = rows.map((cells, index) => ({ line: index + 1, cells: [...cells] }));
  yield numbered.slice(0, 2);
  yield numbered.slice(2);
}

const read = (rows: readonly (readonly string[])[], most?: number) =>
  readRows(source(...rows), columns, ['name'], most);

describe('rows of a file', () => {
  it('have the text of each column by name, and their line', async () => {
    expect(
      await read([
        ['Note', 'Name'],
        ['old', 'Pump'],
        ['', 'Fan'],
      ]),
    ).toEqual([
      { line: 2, cells: { note: 'old', name: 'Pump' } },
      { line: 3, cells: { note: '', name: 'Fan' } },
    ]);
  });

  it('have empty cells if they are shorter than the heading', async () => {
    expect(await read([['Name', 'Note'], ['Pump']])).toEqual([
      { line: 2, cells: { name: 'Pump', note: '' } },
    ]);
  });

  it('are rejected if the file has none or too many', async () => {
    await expect(read([])).rejects.toThrow('The file has no rows.');
    await expect(read([['Name']])).rejects.toThrow('The file has no rows.');
    const rows = [['Name'], ['a'], ['b'], ['c']];
    expect(await read(rows, 3)).toHaveLength(3);
    await expect(read(rows, 2)).rejects.toThrow('The file has more than 2 rows. Please split it.');
  });
});
