import type { MappingRule } from '@twinward/contracts/connections/mapping';
import { mappingTargets } from '@twinward/contracts/connections/mapping';
import { describe, expect, it } from 'vitest';
import { defaultRules, mapRecord, ownedFields } from './mapping.ts';

const rule = (to: string, from: string | null, more: Partial<MappingRule> = {}): MappingRule => ({
  to,
  from,
  constant: '',
  values: [],
  ...more,
});
const needed = [rule('asset', 'Equipment'), rule('name', 'Text')];
const order = {
  type: 'PM01',
  fields: {
    Equipment: 'P-7',
    Text: 'Grease',
    Phase: '3',
    Hours: '1.5',
    Done: '2024-05-01T12:00:00Z',
    Yes: 'X',
  },
};
const mapWork = (...rules: MappingRule[]) => mapRecord(order, [...needed, ...rules], mappingTargets.work);

describe('mapRecord', () => {
  it.each<[MappingRule, unknown]>([
    [rule('hours', 'Hours'), 1.5],
    [rule('completed', 'Done'), '2024-05-01T12:00:00.000Z'],
    [rule('kind', '$type', { values: [{ from: 'PM01', to: 'corrective' }] }), 'corrective'],
    [rule('state', 'Phase', { values: [{ from: '3', to: 'completed' }] }), 'completed'],
    [rule('kind', null, { constant: 'Preventive' }), 'preventive'],
    [rule('resource', 'Missing'), null],
  ])('by %j reads %j', (given, value) => {
    const { values, problems } = mapWork(given);
    expect(problems).toEqual([]);
    expect(values[given.to]).toBe(value);
  });

  it.each<[MappingRule, string]>([
    [rule('hours', 'Text'), "'Grease' is no number."],
    [rule('start', 'Text'), "'Grease' is no time."],
    [
      rule('state', 'Phase'),
      "'3' is not one of open, completed, canceled. Please add it to the list of values.",
    ],
    [rule('name', 'Missing'), 'No value in the other system.'],
  ])('by %j has the problem %j', (given, message) => {
    const rules = [...needed.filter(({ to }) => to !== given.to), given];
    expect(mapRecord(order, rules, mappingTargets.work).problems).toEqual([{ to: given.to, message }]);
  });

  it('reads yes and no of many systems', () => {
    const read = (Yes: string | boolean) =>
      mapRecord(
        { type: '', fields: { Id: '1', Yes } },
        [rule('uniqueId', 'Id'), rule('assetName', 'Id'), rule('isEquipment', 'Yes')],
        mappingTargets.asset,
      ).values.isEquipment;
    expect(['X', 'true', true, '0', 'No', false].map(read)).toEqual([true, true, true, false, false, false]);
  });

  it('keeps custom fields as texts', () => {
    const targets = [
      ...mappingTargets.work,
      {
        name: 'custom:shift',
        label: 'Shift',
        kind: 'custom' as const,
        isRequired: false,
        choices: [],
        help: '',
      },
    ];
    expect(mapRecord(order, [...needed, rule('custom:shift', 'Hours')], targets).values['custom:shift']).toBe(
      '1.5',
    );
  });
});

it('returns the contract names of the fields that a mapping owns', () => {
  expect(ownedFields('work', [...needed, rule('hours', 'H'), rule('state', 'S')], false)).toEqual([
    'completed',
    'duration',
    'name',
  ]);
  expect(ownedFields('asset', [rule('parent', 'P'), rule('custom:shift', 'S')], true)).toEqual([
    'categoryId',
    'classId',
    'custom:shift',
    'parentId',
    'typeId',
  ]);
});

it('uses the mapping proposed by the connector, with its lists of values', () => {
  expect(defaultRules('work', { state: 'Phase', unknown: 'X' }, { state: { '3': 'completed' } })).toEqual([
    rule('state', 'Phase', { values: [{ from: '3', to: 'completed' }] }),
  ]);
});
