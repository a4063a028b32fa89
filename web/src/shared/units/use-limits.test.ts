import type { Unit } from '@twinward/contracts/system/unit';
import type { Limiting } from '@twinward/domain/limits';
import { describe, expect, it } from 'vitest';
import { chooseDisplayUnit } from './display-unit.ts';
import { limitsIn } from './use-limits.ts';

const unit = (id: number, categoryId: number, code: string, factor: number, offset = 0): Unit => ({
  id,
  categoryId,
  code,
  abbreviation: code,
  name: code,
  description: '',
  isStandard: true,
  isDeprecated: false,
  version: 1,
  factor,
  offset,
});
const units = [
  unit(1, 1, 'kPa', 1000),
  unit(2, 1, 'bar', 100_000),
  unit(3, 1, 'psi', 6894.757293168362),
  unit(4, 2, 'Cel', 1, 273.15),
];
const byCode = new Map(units.map((each) => [each.code, each]));

function protection(inputUnit: string | null): Limiting {
  const threshold = { id: 1, name: 'High', alias: null, logic: '[P] > 5', level: 500 };
  return {
    id: 1,
    name: 'Pressure',
    thresholds: [threshold],
    inputs: [{ alias: 'P', tagId: 7, unit: inputUnit }],
  };
}
const shownIn = (code: string | null, chosen: string | null = null) =>
  chooseDisplayUnit(code, { byCode, chosen: new Map(chosen === null ? [] : [[1, byCode.get(chosen)!]]) });

describe('the limits of a tag', () => {
  it.each([
    ['bar', 'kPa', null, 500],
    ['bar', 'bar', null, 5],
    ['bar', 'kPa', 'psi', 72.5188689],
    ['kPa', 'kPa', 'bar', 0.05],
    [null, 'kPa', null, 5],
    ['bar', null, null, 5],
  ])('in %s are drawn in %s, shown in %s, at %d', (input, code, chosen, value) => {
    const [limit] = limitsIn(units)([protection(input)], 7, shownIn(code, chosen));
    expect(limit!.value).toBeCloseTo(value, 6);
  });

  it('are omitted if their unit cannot be converted', () => {
    expect(limitsIn(units)([protection('Cel')], 7, shownIn('kPa'))).toEqual([]);
  });
});
