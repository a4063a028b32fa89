import { describe, expect, it } from 'vitest';
import { type FileColumn, recognizeColumns } from './columns.ts';

type Name = 'name' | 'uniqueId' | 'cost';

const columns: readonly FileColumn<Name>[] = [
  { name: 'name', heading: 'Name', note: '' },
  { name: 'uniqueId', heading: 'Unique id', note: '', others: ['Asset'] },
  { name: 'cost', heading: 'Cost ($)', note: '' },
];

const recognize = (...heading: string[]) => [...recognizeColumns(heading, columns, ['name'])];

describe('headings of a file', () => {
  it('are found in any order, ignoring case, spaces and punctuation', () => {
    expect(recognize('COST', '', 'unique_ID', ' name ')).toEqual([
      ['cost', 0],
      ['uniqueId', 2],
      ['name', 3],
    ]);
  });

  it('may be alternative names of a column', () => {
    expect(recognize('asset', 'Name')).toEqual([
      ['uniqueId', 0],
      ['name', 1],
    ]);
  });

  it.each([
    [['Name', 'Colour'], "The column 'Colour' is not known. The columns are Name, Unique id, Cost ($)."],
    [['Name', 'Unique id', 'Asset'], "There are two columns 'Unique id'."],
    [['Cost ($)'], "There is no column 'Name' in the first row."],
    [['Name', 'x'.repeat(101)], `The column '${'x'.repeat(100)}…' is not known.`],
  ])('%j are rejected by name', (heading, message) => {
    expect(() => recognize(...heading)).toThrow(message);
  });
});
