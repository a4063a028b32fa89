import { maximumSource } from '@twinward/contracts/connections/intake';
import { qualities } from '@twinward/contracts/signals/data-point';
import type { SourceValue } from '../../../connectors/connector.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { earliestTime, latestTime, Quality, type TagInput } from '../../../series/index.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { saveInputsIn } from '../data-point/service.ts';
import { lockFedTags } from '../tag/service.ts';
import { createTagsOfSourcesIn } from './create-tags.ts';
import { selectMakesTags, upsertSources } from './store.ts';

/** The counts of a write of values. */
export interface StoredValues {
  /** Number of new points. */
  stored: number;
  replaced: number;
  duplicate: number;
  /** Number of values of sources that feed no tag. */
  unknown: number;
  /** Number of values whose time is not from 1970 to 2100. */
  refused: number;
  /** Latest time of all values, in epoch milliseconds; null if there are no values. */
  lastTime: number | null;
}

/** Values of a source in columns. */
interface SourceColumns {
  times: number[];
  values: (number | null)[];
  qualities: number[];
}

/**
 * Stores values of a group's sources as points of the tags that they feed, in one transaction; they are durable when
 * the promise resolves. Sources that feed no tag are recorded, or get tags if a connection of the group creates them.
 */
export async function saveSourceValues(
  db: Db,
  who: AuditActor,
  groupId: number,
  values: readonly SourceValue[],
): Promise<StoredValues> {
  const { sources, refused, lastTime } = toColumns(values);
  return withTransaction(db, async (transaction) => {
    let feeds = await lockFedTags(transaction, groupId, [...sources.keys()]);
    if (feeds.length < sources.size) {
      feeds = [...feeds, ...(await addUnknownSources(transaction, who, groupId, sources, feeds))];
    }
    const inputs = feeds.map(({ tagId, source, factor, offset }) =>
      toInput(tagId, sources.get(source)!, factor, offset),
    );
    const results = await saveInputsIn(transaction, who, inputs);
    const sum = (of: 'stored' | 'replaced' | 'duplicate') =>
      results.reduce((total, result) => total + result[of], 0);
    return {
      stored: sum('stored'),
      replaced: sum('replaced'),
      duplicate: sum('duplicate'),
      unknown: inputs.reduce((left, { times }) => left - times.length, values.length - refused),
      refused,
      lastTime,
    };
  });
}

function toColumns(values: readonly SourceValue[]) {
  const sources = new Map<string, SourceColumns>();
  let refused = 0;
  let lastTime: number | null = null;
  for (const { source, time, value, quality } of values) {
    const whole = Math.trunc(time);
    if (!(whole >= earliestTime && whole <= latestTime)) {
      refused++;
      continue;
    }
    lastTime = Math.max(lastTime ?? whole, whole);
    let columns = sources.get(source);
    if (columns === undefined) {
      columns = { times: [], values: [], qualities: [] };
      sources.set(source, columns);
    }
    columns.times.push(whole);
    columns.values.push(value);
    columns.qualities.push(qualities.indexOf(quality));
  }
  return { sources, refused, lastTime };
}

/** Scales the values. The quality is bad if a value is not finite, or its factor makes it too large. */
function toInput(tagId: number, columns: SourceColumns, factor: number, offset: number): TagInput {
  const input = {
    tagId,
    times: columns.times,
    values: columns.values.map((value) => {
      const scaled = value === null ? Number.NaN : value * factor + offset;
      return Number.isFinite(scaled) ? scaled : null;
    }),
    qualities: columns.qualities,
  };
  input.values.forEach((value, i) => {
    if (value === null) input.qualities[i] = Quality.bad;
  });
  return input;
}

/**
 * Creates tags for sources that feed none, if the group is configured to, and records the other sources.
 * @returns the feeds of the new tags
 */
async function addUnknownSources(
  db: Db,
  who: AuditActor,
  groupId: number,
  sources: ReadonlyMap<string, SourceColumns>,
  feeds: readonly { source: string }[],
): ReturnType<typeof createTagsOfSourcesIn> {
  const fed = new Set(feeds.map(({ source }) => source));
  const unknown = [...sources.keys()].filter((source) => !fed.has(source) && source.length <= maximumSource);
  unknown.sort();
  const made = (await selectMakesTags(db, groupId))
    ? await createTagsOfSourcesIn(db, who, groupId, unknown)
    : [];
  for (const { source } of made) fed.add(source);
  const seen = unknown
    .filter((source) => !fed.has(source))
    .map((source) => ({ source, ...findLatest(sources.get(source)!) }));
  if (seen.length > 0 && (await upsertSources(db, groupId, seen)) > 0)
    await publish(db, { type: 'changed', kind: 'connection' });
  return made;
}

function findLatest({ times, values }: SourceColumns): { time: number; value: number | null } {
  let latest = 0;
  for (let i = 1; i < times.length; i++) if (times[i]! >= times[latest]!) latest = i;
  const value = values[latest]!;
  return { time: times[latest]!, value: Number.isFinite(value) ? value : null };
}
