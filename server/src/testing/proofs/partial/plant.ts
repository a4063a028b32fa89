import { randomUUID } from 'node:crypto';
import type { Db } from '../../../platform/database/database.ts';
import { makeCalculatedTag, makeProtection, makeTag, makeTwin, makeUser } from '../../factories.ts';
import type { LoggerOptions } from './logger.ts';
import type { Rule } from './reckoning.ts';
import { limit, type SignalShape } from './signal.ts';

/** A threshold, and how it is reckoned from the points of a tag. */
export interface WatchedThreshold {
  id: number;
  name: string;
  tagId: number;
  rule: Rule;
  /** Whether it has actions. */
  acts: boolean;
}

/** A protection whose excursions, levels and actions are to be right in the end. */
export interface Watch {
  name: string;
  twinId: number;
  protectionId: number;
  tagIds: number[];
  thresholds: WatchedThreshold[];
}

export interface Plant {
  watches: Watch[];
  loggers: LoggerOptions[];
  /** Who is notified of each action. */
  operatorId: number;
  /** The tag of points that come late, one of far ahead of the clock, one that files are imported into. */
  lateTagId: number;
  aheadTagId: number;
  importTag: { id: number; name: string };
  calculated: { tagId: number; inputTagId: number; recalculation: string };
}

/** The address that gets a mail of each action. */
export const operatorAddress = 'operator@plant.example';

const second = 1000;

const steady: SignalShape = { low: [3 * second, 10 * second], high: [1 * second, 6 * second] };
const delayed: SignalShape = {
  // A short phase and the next one are further apart than the delay.
  low: [5 * second, 10 * second],
  high: [4500, 9 * second],
  short: [600, 1800],
};
const onDelay = 3 * second;
const quiet: SignalShape = { ...steady, silence: [[6500, 13 * second]] };
/** What was high before a gap is not high again within the silences that pass meanwhile. */
const sparse: SignalShape = {
  low: [11_500, 16 * second],
  high: [2 * second, 6 * second],
  silence: [
    [6500, 9 * second],
    [11 * second, 14 * second],
  ],
};
/** Leaves room for late points between its points. */
const slow: SignalShape = { low: [20 * second, 30 * second], high: [1 * second, 4 * second] };

interface ThresholdPlan {
  name: string;
  logic: string;
  level: number;
  onDelay?: number;
  rule: Rule;
}

const over = (delay = 0): ThresholdPlan => ({
  name: 'High',
  logic: `[T] > ${limit}`,
  level: 500,
  onDelay: delay,
  rule: { kind: 'limit', limit, onDelay: delay },
});
const silentFor = (seconds: number, reach: number): ThresholdPlan => ({
  name: `Silent for ${seconds} s`,
  logic: `INTERVAL([T]) > #${seconds}s`,
  level: seconds * 10,
  rule: { kind: 'silence', length: seconds * second, reach },
});

/**
 * Makes tags, twins and protections with actions, and says what loggers feed them.
 *
 * @param toleranceMinutes ahead of the clock up to which points count at once
 */
export async function makePlant(db: Db, toleranceMinutes: number): Promise<Plant> {
  const operatorId = await makeUser(db, { groups: ['VIEWERS'] });
  const watches: Watch[] = [];
  async function watch(name: string, tagIds: number[], plans: ThresholdPlan[], acts = true): Promise<number> {
    const aliases = ['T', 'U']
      .slice(0, tagIds.length)
      .map((alias, i) => ({ name: alias, type: 'data_point' as const, mappedTagId: tagIds[i]! }));
    const twinId = await makeTwin(db, { aliases });
    const thresholds = plans.map(({ rule, ...plan }) => ({
      ...plan,
      actions: acts ? actionsFor(operatorId) : [],
    }));
    const protectionId = await makeProtection(db, { name, twinId, thresholds: thresholds as never });
    const rows = await db
      .selectFrom('threshold')
      .select(['id', 'name'])
      .where('protection_id', '=', protectionId)
      .orderBy('position')
      .execute();
    const watched = rows.map((row, i) => ({ ...row, tagId: tagIds[0]!, rule: plans[i]!.rule, acts }));
    watches.push({ name, twinId, protectionId, tagIds, thresholds: watched });
    return tagIds[0]!;
  }
  const tag = () => makeTag(db);
  const fed = async (name: string, plans: ThresholdPlan[], shape: SignalShape) => ({
    tagId: await watch(name, [await tag()], plans),
    shape,
  });

  const other = await tag();
  const combined = await watch(
    'two inputs',
    [await tag(), other],
    [
      over(),
      silentFor(5, 5 * second),
      silentFor(10, 0),
      // It never is; its input has the protection evaluated at times of its own.
      { name: 'Other', logic: '[U] > 1000', level: 10, rule: { kind: 'limit', limit: 1000, onDelay: 0 } },
    ],
  );
  watches.at(-1)!.thresholds.at(-1)!.tagId = other;
  const inputTagId = await tag();
  const { tagId: calculatedId, commandId } = await makeCalculatedTag(db, {
    logic: '[Source] + 0',
    aliases: { Source: inputTagId },
  });
  await watch('calculated', [calculatedId], [over()]);
  const late = await fed('late', [over()], slow);
  const ahead = await fed('ahead', [over()], steady);
  const importTagId = await makeTag(db);
  await watch('imported', [importTagId], [over()], false);
  const { name } = await db
    .selectFrom('tag')
    .select('name')
    .where('id', '=', importTagId)
    .executeTakeFirstOrThrow();
  return {
    watches,
    operatorId,
    lateTagId: late.tagId,
    aheadTagId: ahead.tagId,
    importTag: { id: importTagId, name },
    calculated: { tagId: calculatedId, inputTagId, recalculation: commandId! },
    loggers: [
      {
        clockOffset: 0,
        gap: [6 * second, 25 * second],
        tags: [
          await fed('limit', [over()], steady),
          await fed('delayed', [over(onDelay)], delayed),
          await fed('silent', [silentFor(5, 0)], quiet),
          { tagId: combined, shape: sparse },
          { tagId: inputTagId, shape: steady },
        ],
      },
      { clockOffset: 0, tags: [{ tagId: other, shape: steady }, late] },
      { clockOffset: toleranceMinutes * 40 * second, tags: [ahead] },
      { clockOffset: (toleranceMinutes * 60 + 10) * second, tags: [await fed('held', [over()], steady)] },
      {
        clockOffset: -90 * second,
        gap: [6 * second, 25 * second],
        tags: [await fed('behind', [over()], steady), await fed('behind, delayed', [over(onDelay)], delayed)],
      },
    ],
  };
}

const actionsFor = (operatorId: number) => [
  {
    id: randomUUID(),
    type: 'notify',
    direction: 'both',
    who: [
      { type: 'user', id: operatorId },
      { type: 'email', value: operatorAddress },
    ],
  },
  { id: randomUUID(), type: 'advisory', direction: 'enter' },
];
