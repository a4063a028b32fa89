import { isDeepStrictEqual } from 'node:util';
import type { Work } from '@twinward/contracts/assets/work';
import type { Db } from '../../../platform/database/database.ts';
import { orNameTaken } from '../../../platform/errors.ts';
import type { SourceKey } from '../../connections/stream/service.ts';
import { changesNothing } from '../../jobs/row-import/service.ts';
import { listFieldFacts, saveSystemFields } from '../../records/record-type/service.ts';
import { toWork } from './read.ts';
import { insertWorkRows, selectExtractedWork, selectWorkByIds, updateGone, updateWorkRows } from './store.ts';
import {
  audit,
  numberTaken,
  propagateChanges,
  toColumns,
  toCompletionChanges,
  toFacts,
  toWorkFields,
  type WorkFields,
} from './write.ts';

/** Work as it is in another system. */
export interface ExtractedWork {
  tagId: number;
  /** `requestKey` identifies the work request that created it. */
  source: SourceKey & { requestKey: string | null };
  /** Fields that the source does not fill keep their current values. */
  fields: Partial<WorkFields> & Pick<WorkFields, 'name'>;
}

export type Taken = 'created' | 'changed' | 'unchanged';

/**
 * Finds the work with these keys in the stream, and work without a source that has the same number under the same tag.
 * Locks the rows.
 */
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
 * Creates or updates work that is read from another system, in the caller's transaction, in a few statements for all.
 * @param all `found` is the current work, locked
 * @throws AppError `conflict` for a number in use
 */
export async function saveExtractedWork(
  db: Db,
  all: readonly { found: Work | null; taken: ExtractedWork }[],
): Promise<Record<Taken, number>> {
  const created: ExtractedWork[] = [];
  const changed: { before: Work; taken: ExtractedWork & { fields: WorkFields } }[] = [];
  const used = new Set<number>();
  for (const { found, taken } of all) {
    const { source, tagId, fields } = taken;
    const isOfAnother = found?.source && found.source.key !== source.key;
    if (!found || isOfAnother || used.has(found.id)) {
      created.push(taken);
      continue;
    }
    used.add(found.id);
    const old = toWorkFields(found);
    const now = { ...old, ...fields };
    const isSame =
      found.source?.key === source.key &&
      found.source.goneAt === null &&
      found.tagId === tagId &&
      isDeepStrictEqual({ ...now, fields: undefined }, { ...old, fields: undefined }) &&
      changesNothing(found.fields, fields.fields);
    if (!isSame) changed.push({ before: found, taken: { ...taken, fields: now } });
  }
  // Updates first: they may free numbers that new work uses.
  await update(db, changed);
  await insert(db, created);
  return {
    created: created.length,
    changed: changed.length,
    unchanged: all.length - created.length - changed.length,
  };
}

async function insert(db: Db, all: readonly ExtractedWork[]): Promise<void> {
  if (all.length === 0) return;
  const full = all.map((taken) => ({ ...taken, fields: { ...emptyWork, ...taken.fields } }));
  const ids = await orNameTaken(insertWorkRows(db, full.map(toSourcedColumns)), numbersTaken(all));
  const further = ids.map((id, place) => ({ id, isNew: true, changes: all[place]!.fields.fields }));
  await saveSystemFields(db, null, 'work', further, { lenient: true });
  const facts = await listFacts(db, ids);
  await audit.recordAll(
    db,
    null,
    'create',
    ids.map((id, place) => ({ id, name: all[place]!.fields.name })),
    ({ id }) => ({ new: facts.get(id)! }),
  );
  await propagateChanges(
    db,
    full.map(({ tagId, fields }) => ({ tagId, completions: [fields.completed] })),
  );
}

async function update(
  db: Db,
  all: readonly { before: Work; taken: ExtractedWork & { fields: WorkFields } }[],
): Promise<void> {
  if (all.length === 0) return;
  const ids = all.map(({ before }) => before.id);
  const old = await listFacts(db, ids);
  const rows = all.map(({ before, taken }) => ({ id: before.id, ...toSourcedColumns(taken) }));
  await orNameTaken(updateWorkRows(db, rows), numbersTaken(all.map((one) => one.taken)));
  const further = all.map(({ before, taken }) => ({
    id: before.id,
    isNew: false,
    changes: taken.fields.fields,
  }));
  await saveSystemFields(db, null, 'work', further, { lenient: true });
  const now = await listFacts(db, ids);
  await audit.recordAll(
    db,
    null,
    'update',
    all.map(({ before: { id }, taken }) => ({ id, name: taken.fields.name })),
    ({ id }) => ({ old: old.get(id)!, new: now.get(id)! }),
  );
  await propagateChanges(
    db,
    all.flatMap(({ before, taken: { tagId, fields } }) =>
      toCompletionChanges(before, { tagId, completed: fields.completed }),
    ),
  );
}

/** A record that is read again is no longer gone. */
const toSourcedColumns = ({ tagId, source, fields }: ExtractedWork & { fields: WorkFields }) => ({
  tag_id: tagId,
  ...toColumns(fields),
  ...{ stream_id: source.streamId, stream_key: source.key, request_key: source.requestKey, gone_at: null },
});

const numbersTaken = ([first, ...others]: readonly ExtractedWork[]): string =>
  others.length === 0
    ? numberTaken(first!.fields.number ?? null)
    : 'Work with one of the numbers already exists for its tag.';

/** Returns the facts of work for the audit trail, by id. */
async function listFacts(db: Db, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  const further = await listFieldFacts(db, 'work', ids);
  const work = new Map((await selectWorkByIds(db, ids)).map((row) => [row.id, toWork(row)]));
  return new Map(
    ids.map((id, place) => {
      const { fields: _, ...facts } = toFacts(work.get(id)!);
      return [id, { ...facts, ...further[place] }];
    }),
  );
}

/**
 * Marks work that the source no longer has as gone.
 * @returns the number of marked records
 */
export async function markWorkGone(db: Db, streamId: number, keys: readonly string[]): Promise<number> {
  const gone = await updateGone(db, streamId, keys);
  await audit.recordAll(db, null, 'update', gone, ({ gone_at }) => ({
    old: { goneAt: null },
    new: { goneAt: gone_at.toISOString() },
  }));
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
