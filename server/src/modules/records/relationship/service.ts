import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type {
  NewRelationship,
  Relationship,
  RelationshipChange,
} from '@twinward/contracts/records/relationship';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  deleteRelationshipRow,
  insertRelationship,
  lockRelationship,
  type RelationshipRow,
  selectExcess,
  selectRelationship,
  selectRelationshipPage,
  selectRelationshipsByName,
  selectRelationshipsOfType,
  selectTypeIds,
  updateRelationshipRow,
} from './store.ts';

export { assertLinks, assertReads, listAccess } from './access.ts';
export { toReference } from './reference.ts';
export {
  type BareRelationshipRow,
  type RelationshipRow,
  selectBareRelationships as listBareRelationships,
} from './store.ts';

export async function listRelationships(db: Db, request: ListRequest): Promise<Page<Relationship>> {
  const { records, total } = await selectRelationshipPage(db, request);
  return { records: records.map(toRelationship), total };
}

/** @throws AppError `not-found`. */
export async function getRelationship(db: Db, name: string): Promise<Relationship> {
  return toRelationship(await findRelationship(db, name));
}

/**
 * Returns the row of a relationship, for modules that work on its links.
 * @throws AppError `not-found`.
 */
export async function findRelationship(db: Db, name: string): Promise<RelationshipRow> {
  return found(await selectRelationship(db, name), 'Relationship');
}

/** Returns the rows of relationships by name. Omits those that do not exist. */
export const findRelationships = selectRelationshipsByName;

/** @throws AppError `invalid-request` for a type that does not exist; `conflict` if the name is in use. */
export function createRelationship(actor: Doer, relationship: NewRelationship): Promise<Relationship> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { name, fromType, toType, fromCaption, toCaption, fromOnDelete, toOnDelete, ...rest } =
      relationship;
    const types = await selectTypeIds(db, [fromType, toType]);
    refuseProblems(
      (['fromType', 'toType'] as const)
        .filter((path) => !types.has(relationship[path]))
        .map((path) => ({ path, message: `There is no record type '${relationship[path]}'.` })),
    );
    const row = {
      ...rest,
      name,
      from_type: fromType,
      from_type_id: types.get(fromType)!,
      to_type: toType,
      to_type_id: types.get(toType)!,
      from_caption: fromCaption,
      to_caption: toCaption,
      from_on_delete: fromOnDelete,
      to_on_delete: toOnDelete,
    };
    await orNameTaken(insertRelationship(db, row), `There is a relationship of the name ${name} already.`);
    const created = await getRelationship(db, name);
    await audit.created(db, actor, created);
    return created;
  });
}

/**
 * @throws AppError `not-found`; `conflict` if the relationship is standard, the version is outdated, or existing links
 *   or structures do not fit the new cardinality.
 */
export function updateRelationship(
  actor: Actor,
  name: string,
  { version, ...change }: RelationshipChange,
): Promise<Relationship> {
  return withTransaction(actor.tenant.db, async (db) => {
    const row = await lockChangeable(db, name);
    const old = toRelationship(row);
    if (old.version !== version) throw outdated(`The relationship ${old.caption}`, version, old);
    if (change.cardinality === 'many-many' && old.structures.length > 0) {
      const where = old.structures.join(', ');
      throw new AppError(
        'conflict',
        `A relationship of a structure can’t be many-to-many: it is in ${where}.`,
      );
    }
    const excess = await selectExcess(db, row.id, change.cardinality);
    if (excess) {
      const caption = excess.side === 'to' ? change.toCaption : change.fromCaption;
      const message = `${excess.title} has ${excess.count} links by “${caption}”. Please unlink all but one first.`;
      throw new AppError('conflict', message);
    }
    await orNameTaken(
      updateRelationshipRow(db, row.id, change),
      'Records were linked at the same moment that the new cardinality excludes. Please try again.',
    );
    const updated = await getRelationship(db, name);
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/** @throws AppError `not-found`; `conflict` if the relationship is standard, has links or is part of a structure. */
export function deleteRelationship(actor: Doer, name: string): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const row = await lockChangeable(db, name);
    const old = toRelationship(row);
    if (old.structures.length > 0) {
      throw new AppError(
        'conflict',
        `${old.caption} is a part of the structure ${old.structures.join(', ')}.`,
      );
    }
    if (old.linkCount > 0) {
      const links = old.linkCount === 1 ? 'one link' : `${old.linkCount.toLocaleString('en')} links`;
      throw new AppError('conflict', `${old.caption} has ${links}. Please unlink the records first.`);
    }
    await deleteRelationshipRow(db, row.id);
    await audit.deleted(db, actor, old);
  });
}

/** @throws AppError `conflict` naming a relationship of the record type, which cannot be deleted then. */
export async function refuseUsedType(db: Db, name: string): Promise<void> {
  const [user] = await selectRelationshipsOfType(db, name);
  if (user)
    throw new AppError(
      'conflict',
      `The relationship ${user.caption} is of this type. Please delete it first.`,
    );
}

/**
 * Locks a relationship and returns it.
 * @throws AppError `not-found`; `conflict` for a standard one.
 */
async function lockChangeable(db: Db, name: string): Promise<RelationshipRow> {
  await lockRelationship(db, name);
  const row = await findRelationship(db, name);
  if (row.standard) throw new AppError('conflict', 'The product’s own relationships can’t be changed.');
  return row;
}

function toRelationship({ id, from_type_id, to_type_id, ...row }: RelationshipRow): Relationship {
  return fromRow(row);
}

/** Records the parts that users define. */
const audit = new EntityAudit(
  'relationship',
  ({ linkCount, structures, version, standard, ...own }: Relationship) => ({
    id: own.name,
    name: own.caption,
    facts: own,
  }),
);
