import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { CustomRecord, RollUps } from '@twinward/contracts/records/record';
import { missingFields } from '@twinward/domain/records/conditions';
import { getKind } from '@twinward/domain/records/kinds';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { found } from '../../../platform/errors.ts';
import { pickCaptions, readCaptions, readFields } from '../field/service.ts';
import {
  addRollUps,
  getReadableType,
  getType,
  listReadableTypes,
  listShownFields,
  readValueFields,
  type TypeDefinition,
} from '../record-type/service.ts';
import { assertReads } from '../relationship/service.ts';
import {
  type RecordRow,
  selectRecordPage,
  selectRecords,
  selectTypeIdOfRecord,
  selectUserNames,
} from './store.ts';

/** @throws AppError `not-found` for a type that the user may not read; `invalid-request`. */
export async function listRecords(
  actor: Actor,
  typeName: string,
  request: ListRequest,
): Promise<Page<CustomRecord>> {
  const { db } = actor.tenant;
  const type = await getReadableType(db, actor, typeName);
  const { records, ...page } = await selectRecordPage(db, actor, type, request);
  return { ...page, records: await toRecords(db, actor, type, records) };
}

/** @throws AppError `not-found`. */
export async function getRecord(actor: Actor, typeName: string, id: number): Promise<CustomRecord> {
  const { db } = actor.tenant;
  return getRecordOfType(db, actor, await getReadableType(db, actor, typeName), id);
}

/**
 * Returns a record of any custom type that the user may read.
 * @throws AppError `not-found`.
 */
export async function findRecord(actor: Actor, id: number): Promise<CustomRecord> {
  const { db } = actor.tenant;
  const typeId = await selectTypeIdOfRecord(db, id);
  // Do not reveal whether a record of a hidden type exists.
  const type = found(
    (await listReadableTypes(db, actor)).find((one) => one.id === typeId),
    'Record',
  );
  return getRecord(actor, type.name, id);
}

/** @throws AppError `not-found`. */
export async function getRecordOfType(
  db: Db,
  reader: Permissions,
  type: TypeDefinition,
  id: number,
): Promise<CustomRecord> {
  const row = found((await selectRecords(db, type, [id]))[0], 'Record');
  return (await toRecords(db, reader, type, [row]))[0]!;
}

/**
 * Returns the roll-ups of records of any type. The calls of system types do not include roll-ups.
 * @throws AppError `not-found`; `forbidden` for a type that the user may not read.
 */
export async function listRollUps(
  actor: Actor,
  typeName: string,
  ids: readonly number[],
): Promise<RollUps[]> {
  const { db } = actor.tenant;
  await assertReads(db, actor, typeName);
  const type = await getType(db, typeName);
  const found = [...(await readFields(db, type, ids)).keys()].map((id) => ({ id, fields: {} }));
  await addRollUps(db, await listShownFields(db, actor, type.fields), found);
  return found;
}

/** Returns the names of required fields without a value. Omits calculated fields, which users cannot enter. */
const listIncomplete = ({ fields }: TypeDefinition, values: CustomRecord['fields']): string[] =>
  missingFields(
    fields.filter(({ kind }) => getKind(kind).isEntered),
    values,
  );

/** Converts rows to records, with captions of ids, and with the roll-ups of types that the user may read. */
export async function toRecords(
  db: Db,
  reader: Permissions,
  type: TypeDefinition,
  rows: readonly RecordRow[],
): Promise<CustomRecord[]> {
  const users = await selectUserNames(db, [
    ...new Set(
      rows.flatMap(({ created_by, updated_by }) => [created_by, updated_by]).filter((id) => id !== null),
    ),
  ]);
  const toUser = (id: number | null) => {
    const userName = id === null ? undefined : users.get(id);
    return id === null || userName === undefined ? null : { id, userName };
  };
  const values = rows.map(({ id, fields }) => ({ id, fields: { ...fields } }));
  const shown = await listShownFields(db, reader, type.fields);
  await addRollUps(db, shown, values);
  // The value of a roll-up may refer to a record that the user may not read.
  const named = await listShownFields(db, reader, await readValueFields(db, shown));
  const captions = await readCaptions(
    db,
    named,
    values.map(({ fields }) => fields),
  );
  return rows.map(({ type_id, ...row }, place) => {
    const { fields } = values[place]!;
    return {
      ...fromRow(row),
      type: type.name,
      fields,
      captions: pickCaptions(named, fields, captions),
      incomplete: listIncomplete(type, row.fields),
      createdBy: toUser(row.created_by),
      updatedBy: toUser(row.updated_by),
    };
  });
}
