import { describe, expect, it } from 'vitest';
import { type Limiting, limitsFor, limitsOfThreshold } from './limits.ts';

function protection(...logics: string[]): Limiting {
  return {
    id: 1,
    name: 'Overheating',
    thresholds: logics.map((logic, index) => ({
      id: index + 10,
      name: `T${index}`,
      alias: null,
      logic,
      level: 250 * (index + 1),
    })),
    inputs: [
      { alias: 'Temp', tagId: 7, unit: 'Cel' },
      { alias: 'Flow', tagId: 8, unit: null },
    ],
  };
}
const lines = (logic: string, tagId = 7) =>
  limitsFor(protection(logic), tagId).map(({ operator, value, of }) => ({ operator, value, of }));

describe('the limits of a tag', () => {
  it('finds the number that a tag is compared with, on either side', () => {
    expect(lines('[Temp] > 85.5')).toEqual([{ operator: '>', value: 85.5, of: undefined }]);
    expect(lines('-5 >= [Temp]')).toEqual([{ operator: '<=', value: -5, of: undefined }]);
  });

  it('finds the number that a statistic over a window is compared with', () => {
    expect(lines('AVERAGE([Temp], #2h) > 90')).toEqual([
      { operator: '>', value: 90, of: { statistic: 'AVERAGE', window: 7_200_000 } },
    ]);
    expect(lines('STDDEV([Temp], #2h) > 3')).toEqual([]);
  });

  it('includes both operands of OR, and none of AND', () => {
    expect(lines('[Temp] < 10 OR [Temp] > 90').map(({ value }) => value)).toEqual([10, 90]);
    expect(lines('[Temp] > 90 AND [Flow] < 3')).toEqual([]);
  });

  it('ignores other tags, sums, equality, programs and invalid logic', () => {
    expect(lines('[Flow] < 3')).toEqual([]);
    expect(lines('[Flow] < 3', 8)).toHaveLength(1);
    expect(lines('[Temp] + 1 > 90')).toEqual([]);
    expect(lines('[Temp] == 90')).toEqual([]);
    expect(lines('IF ([Temp] > 90) { RETURN TRUE }')).toEqual([]);
    expect(lines('[Temp] >')).toEqual([]);
    expect(lines('[Tmp] > 1')).toEqual([]);
  });

  it('includes the name of the threshold', () => {
    expect(limitsFor(protection('[Flow] < 3', '[Temp] > 90'), 7)).toEqual([
      {
        protectionId: 1,
        protectionName: 'Overheating',
        thresholdId: 11,
        thresholdName: 'T1',
        level: 500,
        operator: '>',
        value: 90,
        unit: 'Cel',
      },
    ]);
  });

  it('lists the limits of one threshold with their inputs', () => {
    const known = protection('[Temp] > 90', '[Temp] > 95 OR [Flow] < 3');
    const limits = limitsOfThreshold(known, 11, []);
    expect(limits.map(({ alias, operator, value }) => [alias, operator, value])).toEqual([
      ['Temp', '>', 95],
      ['Flow', '<', 3],
    ]);
    expect(limitsOfThreshold(known, 12, [])).toEqual([]);
  });
});
