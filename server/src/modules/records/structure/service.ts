import type { ListRequest, Page, Paging } from '@twinward/contracts/core/list';
import type { RecordReference } from '@twinward/contracts/records/link';
import {
  type ChosenStructure,
  chosenStructure,
  type NewStructure,
  type Structure,
  type StructureChange,
  type StructureNode,
  standardStructure,
} from '@twinward/contracts/records/structure';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import { assertReads, findRelationships, listAccess, toReference } from '../relationship/service.ts';
import {
  deleteStructureRow,
  insertStructure,
  lockHierarchy,
  lockStructure,
  replaceParts,
  type StructureRow,
  selectChildPage,
  selectRootPage,
  selectStructure,
  selectStructurePage,
  selectWay,
  updateStructureRow,
} from './store.ts';

export { lockHierarchy, lockStructures } from './store.ts';

export async function listStructures(db: Db, request: ListRequest): Promise<Page<Structure>> {
  const { records, total } = await selectStructurePage(db, request);
  return { records: records.map(toStructure), total };
}

/** @throws AppError `not-found`. */
export async function getStructure(db: Db, name: string): Promise<Structure> {
  return toStructure(await findStructure(db, name));
}

async function findStructure(db: Db, name: string): Promise<StructureRow> {
  return found(await selectStructure(db, name), 'Structure');
}

/**
 * @throws AppError `invalid-request` for a relationship that does not exist or is many-to-many; `conflict` if the name
 *   is in use, or existing links would form a cycle.
 */
export function createStructure(actor: Actor, structure: NewStructure): Promise<Structure> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { relationships, ...fields } = structure;
    await lockHierarchy(db);
    const parts = await checkedParts(db, relationships);
    const taken = `There is a structure of the name ${structure.name} already.`;
    const id = await orNameTaken(insertStructure(db, fields), taken);
    await replaceParts(db, id, parts);
    const created = await getStructure(db, structure.name);
    await audit.created(db, actor, created);
    return created;
  });
}

/**
 * @throws AppError like `createStructure`; `not-found`; `conflict` if the structure is standard or the version is
 *   outdated.
 */
export function updateStructure(
  actor: Actor,
  name: string,
  { version, relationships, ...fields }: StructureChange,
): Promise<Structure> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockHierarchy(db);
    const row = await lockChangeable(db, name);
    const old = toStructure(row);
    if (old.version !== version) throw outdated(`The structure ${old.caption}`, version, old);
    const parts = await checkedParts(db, relationships);
    await updateStructureRow(db, row.id, fields);
    await replaceParts(db, row.id, parts);
    const updated = await getStructure(db, name);
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/**
 * Deletes a structure. Its links and records stay.
 * @throws AppError `not-found`; `conflict` for a standard one.
 */
export function deleteStructure(actor: Actor, name: string): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockHierarchy(db);
    const row = await lockChangeable(db, name);
    await deleteStructureRow(db, row.id);
    const old = toStructure(row);
    await audit.deleted(db, actor, old);
  });
}

/**
 * Locks a structure and returns it.
 * @throws AppError `not-found`; `conflict` for a standard one.
 */
async function lockChangeable(db: Db, name: string): Promise<StructureRow> {
  await lockStructure(db, name);
  const row = await findStructure(db, name);
  if (row.standard) throw new AppError('conflict', 'The product’s own structures can’t be changed.');
  return row;
}

async function checkedParts(db: Db, names: readonly string[]) {
  const known = new Map((await findRelationships(db, names)).map((row) => [row.name, row]));
  refuseProblems(
    names.flatMap((name, i) => {
      const path = `relationships.${i}`;
      const row = known.get(name);
      if (!row) return [{ path, message: `There is no relationship '${name}'.` }];
      if (names.indexOf(name) !== i) return [{ path, message: `${row.caption} is named twice.` }];
      if (row.cardinality === 'many-many')
        return [{ path, message: `${row.caption} is many-to-many: a record could stand in several places.` }];
      return [];
    }),
  );
  return names.map((name) => known.get(name)!);
}

/**
 * Returns a page of the children of a record in a structure, or of the records at its top. Omits records of types that
 * are hidden from the user.
 * @throws AppError `not-found`.
 */
export async function listChildren(
  actor: Actor,
  name: string,
  parent: { type: string; id: number } | null,
  paging: Paging,
): Promise<Page<StructureNode>> {
  const { db } = actor.tenant;
  const structure = await findStructure(db, name);
  const { readable, mayRead } = await listAccess(db, actor);
  const types = [...new Set(structure.relationships.map(({ fromType }) => fromType))].filter(mayRead);
  const isBelow = (type: string) => structure.relationships.some(({ toType }) => toType === type);
  const { records, total } =
    parent === null
      ? await selectRootPage(
          db,
          structure.id,
          { tops: types.filter((type) => !isBelow(type)), both: types.filter(isBelow) },
          paging,
        )
      : await selectChildPage(db, structure.id, parent, [...readable], paging);
  return {
    records: records.map((row) => ({
      ...toReference(row),
      isEquipment: row.is_equipment,
      childCount: row.child_count,
    })),
    total,
  };
}

/**
 * Returns the path from the root of a structure to a record. Omits records of types that are hidden from the user.
 * @throws AppError `not-found`.
 */
export async function listWay(
  actor: Actor,
  name: string,
  record: { type: string; id: number },
): Promise<RecordReference[]> {
  const { db } = actor.tenant;
  const structure = await findStructure(db, name);
  await assertReads(db, actor, record.type);
  const { mayRead } = await listAccess(db, actor);
  const way = await selectWay(db, structure.id, record.type, record.id);
  found(way[0], 'Record');
  return way.filter(({ type }) => mayRead(type)).map(toReference);
}

/**
 * Returns the id of a structure; null for the standard one, whose tree is in `asset.path`.
 * @throws AppError `not-found`.
 */
export async function findCustomStructureId(db: Db, name: string): Promise<number | null> {
  const { id, standard } = await findStructure(db, name);
  return standard ? null : id;
}

const setting: Setting<ChosenStructure> = {
  name: 'structure',
  schema: chosenStructure,
  initial: { name: standardStructure },
};

/** Returns the structure that a user chose, or the standard one if the chosen one does not exist. */
export async function getChosenStructure({ tenant, userId }: Doer): Promise<ChosenStructure> {
  const chosen = await getUserSetting(tenant.db, userId, setting);
  const row = await selectStructure(tenant.db, chosen.name);
  return row ? { name: row.name } : setting.initial;
}

/** @throws AppError `not-found`. */
export async function setChosenStructure(
  { tenant, userId }: Actor,
  { name }: ChosenStructure,
): Promise<ChosenStructure> {
  const structure = await findStructure(tenant.db, name);
  return writeUserSetting(tenant.db, userId, setting, { name: structure.name });
}

/** A structure other than the standard one, and the types of its records that a user may read. */
export interface LocationSource {
  structureId: number;
  types: string[];
}

/** Returns the structure from which a user's locations of assets are read; null for the standard one. */
export async function getLocationSource(actor: Doer): Promise<LocationSource | null> {
  const { db } = actor.tenant;
  const structureId = await findCustomStructureId(db, (await getChosenStructure(actor)).name);
  if (structureId === null) return null;
  return { structureId, types: [...(await listAccess(db, actor)).readable] };
}

function toStructure(row: StructureRow): Structure {
  const { name, caption, description, standard, relationships, version } = row;
  return { name, caption, description, standard, relationships, version };
}

const audit = new EntityAudit('structure', ({ name, caption, description, relationships }: Structure) => ({
  id: name,
  name: caption,
  facts: {
    name,
    caption,
    description,
    relationships: relationships.map((part) => part.name),
  },
}));

/** Returns the parts that users define. */
