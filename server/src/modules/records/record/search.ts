import type { Filter, Page } from '@twinward/contracts/core/list';
import type { RecordSearchResult } from '@twinward/contracts/records/record';
import type { Actor } from '../../../platform/actor.ts';
import { findEntries, toRecordTypeId, toSearchType } from '../../system/search/service.ts';
import { listReadableTypes } from '../record-type/service.ts';

/**
 * Finds records of custom types that the user may read, by words.
 * @throws AppError `invalid-request`.
 */
export async function searchRecords(
  actor: Actor,
  {
    types: names,
    ...request
  }: { filters: Filter[]; types: readonly string[]; pageNumber: number; pageSize: number },
): Promise<Page<RecordSearchResult>> {
  const { db } = actor.tenant;
  const readable = (await listReadableTypes(db, actor)).filter(
    ({ isSystem, name }) => !isSystem && (names.length === 0 || names.includes(name)),
  );
  if (readable.length === 0) return { records: [], total: 0 };
  const types = new Map(readable.map((type) => [type.id, type]));
  const { records, total } = await findEntries(db, {
    ...request,
    types: readable.map(({ id }) => toSearchType(id)),
  });
  return {
    records: records.map(({ type, id, name, detail }) => {
      const { name: typeName, caption } = types.get(toRecordTypeId(type))!;
      return { type: typeName, typeCaption: caption, id, title: name, detail };
    }),
    total,
  };
}
