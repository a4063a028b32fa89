import { type ActivityDue, activityDue, type PointBlock } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { listDefinitions } from '../definition/service.ts';
import { createInputReader } from './inputs.ts';

/** Maximum number of counter readings per call. */
const maximumReadings = 5_000_000;

/** When the work of an activity protection is due, and when it was last completed. */
export interface DueWork {
  due: ActivityDue[];
  /** Epoch milliseconds */
  lastCompleted: number | null;
}

/**
 * Returns when the work of an activity protection is due, as of a time, or null for other protections.
 * @throws AppError `too-large` if a counter has too many readings.
 */
export async function readDueWork(db: Db, protectionId: number, time: number): Promise<DueWork> {
  const stored = (await listDefinitions(db, [protectionId])).get(protectionId);
  if (stored?.definition.type !== 'activity') return { due: [], lastCompleted: null };
  const { definition, sources } = stored;
  const counting = definition.inputs.filter(
    ({ type, settings }) => type === 'work' || settings?.intervalType === 'counter',
  );
  const reader = createInputReader(db, counting, sources);
  const blocks = new Map<string, PointBlock>();
  let lastCompleted: number | null = null;
  for (const { alias, type } of counting) {
    if (!sources.get(alias)?.conversion) continue;
    if ((await reader.count(alias, -1, time)) > maximumReadings) {
      throw new AppError('too-large', `The counter [${alias}] has more than 5,000,000 readings.`);
    }
    const block = await reader.read(alias, -1, time);
    blocks.set(alias, block);
    if (type === 'work') lastCompleted = block.times[block.length - 1] ?? null;
  }
  return { due: activityDue(definition, blocks, time), lastCompleted };
}
