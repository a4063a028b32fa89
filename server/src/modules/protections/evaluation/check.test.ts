import { expect, test } from 'vitest';
import { checkInThread } from './check.ts';

/** Longer than the limit for the main thread. */
const long = (end: string) => `${Array.from({ length: 1000 }, (_, i) => `[Flow] > ${i}`).join(' OR ')}${end}`;
const saved = (logic: string) => ({
  saved: {
    type: 'condition' as const,
    defaultLevel: 0,
    startDate: null,
    tagAliasIds: [],
    aliases: [],
    thresholds: [
      {
        name: 'Long',
        alias: null,
        logic,
        type: 'expression' as const,
        level: null,
        logExcursion: true,
        onDelay: 0,
        offDelay: 0,
        deadband: 0,
        rationalization: null,
        actions: [],
      },
    ],
  },
  ofTwin: [
    { id: 7, name: 'Flow', type: 'data_point' as const },
    { id: 8, name: 'Other', type: 'data_point' as const },
  ],
  startDate: null,
  parameters: [],
  units: [],
  changed: [0],
});

test.each([
  ['short logic', (end: string) => `[Flow] > 1${end}`],
  ['long logic in a thread', long],
])('returns the inputs or the errors of %s', async (_length, logic) => {
  expect(await checkInThread(saved(logic('')))).toEqual({ errors: [], inputs: ['Flow'], aliasIds: [7] });
  const { errors, aliasIds } = await checkInThread(saved(logic(' OR [Flaw] > 1')));
  expect(errors.map(({ threshold, message }) => [threshold, message])).toEqual([
    [0, 'Unknown tag alias [Flaw]. Did you mean [Flow]?'],
  ]);
  expect(aliasIds).toEqual([]);
});
