import { isDeepStrictEqual } from 'node:util';
import type { Work } from '@twinward/contracts/assets/work';
import type { Db } from '../../../platform/database/database.ts';
import { changesNothing } from '../../jobs/row-import/service.ts';
import { recordAudits } from '../../system/audit/service.ts';
import { getWork, toWork } from './read.ts';
import { lockWork, selectExtractedWork, updateGone } from './store.ts';
import { insertChecked, updateChecked, type WorkFields, type WorkSource } from './write.ts';

/** Work as another system has it. */
export interface ExtractedWork {
  tagId: number;
  source: WorkSource;
  /** Of the fields that the source does not fill, the values here stay. */
  fields: Partial<WorkFields> & Pick<WorkFields, 'name'>;
}

export type Taken = 'created' | 'changed' | 'unchanged';

/** The work that is read already, by its key there, and work of our own under the tags with the same numbers. */
export async function findExtractedWork(
  db: Db,
  streamId: number,
  wanted: readonly { key: string; tagId: number; number: string | null }[],
): Promise<(one: { key: string; tagId: number; number: string | null }) => Work | null> {
  const rows = await selectExtractedWork(db, streamId, wanted);
  const byKey = new Map(
    rows.flatMap((row) => (row.stream_id === null ? [] : [[row.stream_key!, row] as const])),
  );
  const own = rows.filter(({ stream_id }) => stream_id === null);
  return ({ key, tagId, number }) => {
    const row = byKey.get(key) ?? own.find((one) => one.tag_id === tagId && one.number === number);
    return row ? toWork(row) : null;
  };
}

/**
 * Makes work that is read from another system, or changes it, in the caller's transaction.
 * @throws AppError as recording work
 */
export async function takeWork(db: Db, found: Work | null, taken: ExtractedWork): Promise<Taken> {
  const { tagId, source, fields } = taken;
  if (found) await lockWork(db, found.id);
  const existing = found && (await getWork(db, found.id));
  // Another record of the page may have taken it.
  const isTaken = existing?.source && existing.source.key !== source.key;
  if (!existing || isTaken) {
    await insertChecked(db, null, tagId, { ...emptyWork, ...fields }, source);
    return 'created';
  }
  const now = { ...fieldsOf(existing), ...fields };
  const isSame =
    existing.source?.key === source.key &&
    existing.source.goneAt === null &&
    existing.tagId === tagId &&
    isDeepStrictEqual({ ...now, fields: undefined }, { ...fieldsOf(existing), fields: undefined }) &&
    changesNothing(existing.fields, fields.fields);
  if (isSame) return 'unchanged';
  await updateChecked(db, null, existing.id, { ...now, version: existing.version }, { ...source, tagId });
  return 'changed';
}

/** Notes that work is no longer there. @returns how much */
export async function markWorkGone(db: Db, streamId: number, keys: readonly string[]): Promise<number> {
  const gone = await updateGone(db, streamId, keys);
  await recordAudits(
    db,
    null,
    gone.map(({ id, name, gone_at }) => ({
      action: 'update',
      entityType: 'work',
      entityId: id,
      entityName: name,
      old: { goneAt: null },
      new: { goneAt: gone_at.toISOString() },
    })),
  );
  return gone.length;
}

const emptyWork: Omit<WorkFields, 'name'> = {
  number: null,
  description: '',
  kind: 'other',
  duration: null,
  cost: null,
  resource: '',
  failureMechanism: null,
  failureCause: null,
  planned: null,
  start: null,
  completed: null,
};

const epochOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const fieldsOf = (work: Work): WorkFields => ({
  number: work.number,
  name: work.name,
  description: work.description,
  kind: work.kind,
  duration: work.duration,
  cost: work.cost,
  resource: work.resource,
  failureMechanism: work.failureMechanism,
  failureCause: work.failureCause,
  planned: epochOf(work.planned),
  start: epochOf(work.start),
  completed: epochOf(work.completed),
});
