import type { MappingRule } from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import { describe, expect, it } from 'vitest';
import { constantSource, findSource, seenValues, withSource } from './mapping-draft.ts';

const kind: MappingRule = {
  to: 'kind',
  from: '$type',
  constant: '',
  values: [{ from: 'PM01', to: 'corrective' }],
};
const record = (type: string, status: string | null): ShownRecord => ({
  key: type,
  type,
  changedAt: '2026-01-01T00:00:00.000Z',
  fields: { status },
  requestKey: null,
});

describe('the rules of a mapping', () => {
  it('return the source of a field', () => {
    expect(findSource([kind], 'kind')).toBe('$type');
    expect(findSource([kind], 'cost')).toBe('');
    expect(findSource(withSource([kind], 'cost', constantSource), 'cost')).toBe(constantSource);
  });

  it('preserve their order, and remove the values of a replaced source', () => {
    const rules = withSource([kind, { ...kind, to: 'state' }], 'kind', 'status');
    expect(rules.map(({ to, from, values }) => [to, from, values.length])).toEqual([
      ['kind', 'status', 0],
      ['state', '$type', 1],
    ]);
    expect(withSource(rules, 'kind', '')).toHaveLength(1);
  });

  it('list the received values without a mapping', () => {
    const records = [record('PM01', 'TECO'), record('PM02', null), record('PM02', 'TECO')];
    expect(seenValues(records, kind)).toEqual(['PM02']);
    expect(seenValues(records, { ...kind, from: 'status' })).toEqual(['TECO']);
    expect(seenValues(records, { ...kind, from: null })).toEqual([]);
  });
});
