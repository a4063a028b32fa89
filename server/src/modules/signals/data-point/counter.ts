import type { CounterData, CounterRequest } from '@twinward/contracts/signals/counter';
import { type CounterStatus, counterStatus } from '@twinward/domain/evaluation/model/counter';
import { convertBlock, withoutBad } from '@twinward/domain/evaluation/model/points';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { readPoints } from '../../../series/index.ts';
import { getTagType } from '../tag/service.ts';
import { readConversion } from './convert.ts';

const maximumReadings = 500;

/**
 * Returns a counter's readings from a date on, and when work is due by them.
 * @throws AppError `not-found` for an unknown tag; `conflict` for one without points; `invalid-request` for a unit of
 *   another dimension or with another zero point.
 */
export async function getCounterData(db: Db, tagId: number, request: CounterRequest): Promise<CounterData> {
  const tag = await getTagType(db, tagId);
  if (tag.type === 'work') {
    throw new AppError('conflict', `The tag ${tag.name} records work: it has no points.`);
  }
  const { times, values, qualities } = await readPoints(db, tagId, request.startDate);
  const stored = { times, values, qualities: qualities ?? undefined, length: times.length };
  const conversion = await readConversion(db, tag.unit, request.unit);
  if (conversion.b !== 0) {
    const message = 'A counter is converted by a factor alone.';
    throw new AppError('invalid-request', message, { errors: [{ path: 'unit', message }] });
  }
  const block = withoutBad(convertBlock(stored, conversion));
  const status = counterStatus(block, {
    interval: request.counterInterval,
    start: request.counterStart,
    completions: request.completedWork.toSorted((a, b) => a - b),
  });
  const reading = status.readings.at(-1) ?? null;
  return {
    reading,
    time: iso(status.times.at(-1) ?? null),
    due: status.due,
    remaining: reading === null ? null : status.due - reading,
    reached: iso(status.reached),
    usePerDay: status.usePerDay,
    dueDate: iso(status.date),
    completions: status.completions.map((done) => ({ ...done, time: iso(done.time) })),
    resets: status.resets.map((reset) => ({ ...reset, time: iso(reset.time) })),
    readings: thinned(status),
  };
}

function iso(time: number): string;
function iso(time: number | null): string | null;
function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/**
 * Returns at most `maximumReadings` readings. Readings only rise, so the last reading per column of a chart is
 * sufficient.
 */
function thinned({ times, readings }: CounterStatus): CounterData['readings'] {
  if (times.length <= maximumReadings) return { times: [...times], values: [...readings] };
  const first = times[0]!;
  const width = (times.at(-1)! - first) / maximumReadings;
  const stretch = (index: number) =>
    Math.min(maximumReadings - 1, Math.floor((times[index]! - first) / width));
  const kept: number[] = [];
  for (let index = 0; index < times.length; index++) {
    if (index + 1 === times.length || stretch(index + 1) !== stretch(index)) kept.push(index);
  }
  return { times: kept.map((index) => times[index]!), values: kept.map((index) => readings[index]!) };
}
