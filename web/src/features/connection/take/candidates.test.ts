import type { Unit } from '@twinward/contracts/system/unit';
import { describe, expect, it } from 'vitest';
import { type Candidate, findNaming, nameProblem, type TagPlan, toTaken, unitCode } from './candidates.ts';

const candidate = (change: Partial<Candidate> = {}): Candidate => ({
  source: 'ns=1;s=P1',
  name: 'Pressure',
  folders: ['Area', 'Pump 1'],
  description: 'At the inlet',
  unit: 'bar',
  value: 4,
  time: null,
  ...change,
});
const plan = (change: Partial<TagPlan> = {}): TagPlan => ({
  naming: 'name',
  prefix: '',
  typed: new Map(),
  units: new Map([['bar', 'bar']]),
  assetIds: [],
  factor: 1,
  offset: 0,
  ...change,
});

describe('the names of new tags', () => {
  it.each<[string, Candidate[], string]>([
    ['names that differ', [candidate(), candidate({ name: 'Flow' })], 'name'],
    [
      'equal names in folders of other names',
      [candidate(), candidate({ folders: ['Area', 'Pump 2'] })],
      'folder',
    ],
    ['equal folders in other areas', [candidate(), candidate({ folders: ['Other', 'Pump 1'] })], 'path'],
    ['equal paths', [candidate(), candidate({ source: 'ns=1;s=P2' })], 'source'],
  ])('are as short as possible for %s', (_, candidates, naming) => {
    expect(findNaming(candidates)).toBe(naming);
  });

  it('consist of a prefix, folders and name, unless typed', () => {
    const both = [candidate(), candidate({ source: 'ns=1;s=P2', folders: ['Area', 'Pump 2'] })];
    const typed = new Map([['ns=1;s=P2', { name: 'Second', caption: 'Pressure 2' }]]);
    expect(
      toTaken(both, plan({ naming: 'folder', prefix: 'U1.', typed, assetIds: [7], factor: 10 })),
    ).toEqual([
      {
        source: 'ns=1;s=P1',
        factor: 10,
        offset: 0,
        name: 'U1.Pump 1.Pressure',
        caption: 'Pressure',
        description: 'At the inlet',
        unit: 'bar',
        assetIds: [7],
      },
      expect.objectContaining({ source: 'ns=1;s=P2', name: 'Second', caption: 'Pressure 2' }),
    ]);
  });

  it('are unique', () => {
    expect(nameProblem([candidate(), candidate({ source: 'b' })], plan())).toBe(
      'Two tags would be named Pressure.',
    );
    expect(nameProblem([candidate({ name: '' })], plan())).toBe('ns=1;s=P1 has no name.');
    expect(nameProblem([candidate()], plan())).toBeNull();
  });
});

describe('the unit of a new tag', () => {
  const units = [
    { code: 'Cel', abbreviation: '°C', name: 'degree Celsius' },
    { code: 'bar', abbreviation: 'bar', name: 'Bar' },
  ] as Unit[];
  it.each([
    ['bar', 'bar'],
    ['°C', 'Cel'],
    ['Degree celsius', 'Cel'],
    [' CEL ', 'Cel'],
    ['furlong', ''],
    ['', ''],
  ])('is converted from %j to %j', (written, code) => {
    expect(unitCode(written, units)).toBe(code);
  });

  it('is empty without a unit', () => {
    expect(toTaken([candidate({ unit: null })], plan({ units: new Map([['', '']]) }))[0]).toMatchObject({
      unit: null,
    });
  });
});
