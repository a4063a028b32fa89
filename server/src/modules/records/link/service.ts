import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { LinkCandidate, LinkedRecord, LinkPanel, LinkSide } from '@twinward/contracts/records/link';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import {
  assertReads,
  findRelationship,
  listAccess,
  type RelationshipRow,
  toReference,
} from '../relationship/service.ts';
import { type PanelRow, selectCandidatePage, selectLinkedPage, selectPanels, selectTitles } from './store.ts';

export { findOverviewReferences, listReferences } from './references.ts';
export { selectTitles as findTitles } from './store.ts';
export { createLinks, removeLinks } from './write.ts';

/** Identifies a panel: a record, a relationship of its type, and the side of the record. */
export interface PanelKey {
  type: string;
  id: number;
  relationship: string;
  side: LinkSide;
}

/**
 * Lists the relationships of a record whose other type the user may read.
 * @throws AppError `not-found`, `forbidden`.
 */
export async function listPanels(actor: Actor, type: string, id: number): Promise<LinkPanel[]> {
  const { db } = actor.tenant;
  const access = await listAccess(db, actor);
  await assertRecord(db, actor, type, id);
  return (await selectPanels(db, type, id))
    .filter((row) => access.mayRead(otherType(row)))
    .map((row) => ({
      relationship: row.name,
      side: row.side,
      caption: row.side === 'from' ? row.from_caption : row.to_caption,
      type: otherType(row),
      cardinality: row.cardinality,
      takesOne: row.cardinality === 'one-one' || (row.side === 'to' && row.cardinality === 'one-many'),
      onDelete: row.side === 'from' ? row.from_on_delete : row.to_on_delete,
      standard: row.standard,
      count: row.count,
      canWrite: access.mayWrite(row.from_type) || access.mayWrite(row.to_type),
    }));
}

const otherType = ({ side, from_type, to_type }: PanelRow) => (side === 'from' ? to_type : from_type);

/**
 * Returns a page of the records that are linked to a record.
 * @throws AppError `not-found`, `forbidden`.
 */
export async function listLinkedRecords(
  actor: Actor,
  key: PanelKey,
  request: ListRequest,
): Promise<Page<LinkedRecord>> {
  const { db } = actor.tenant;
  const relationship = await openPanel(db, actor, key);
  const { records, total } = await selectLinkedPage(db, relationship, key.side, key.id, request);
  return {
    records: records.map((row) => ({
      ...toReference(row),
      linkId: row.link_id,
      linkedAt: row.created_at.toISOString(),
    })),
    total,
  };
}

/**
 * Returns a page of the records that can be linked to a record.
 * @throws AppError `not-found`, `forbidden`.
 */
export async function listCandidates(
  actor: Actor,
  key: PanelKey,
  request: ListRequest,
): Promise<Page<LinkCandidate>> {
  const { db } = actor.tenant;
  const relationship = await openPanel(db, actor, key);
  const { records, total } = await selectCandidatePage(db, relationship, key.side, key.id, request);
  return { records: records.map((row) => ({ ...toReference(row), takenBy: row.taken_by })), total };
}

/**
 * Checks that a panel exists and that the user may read both types.
 * @throws AppError `not-found`, `forbidden`.
 */
async function openPanel(db: Db, actor: Actor, key: PanelKey): Promise<RelationshipRow> {
  const relationship = await findRelationship(db, key.relationship);
  const [own, other] =
    key.side === 'from'
      ? [relationship.from_type, relationship.to_type]
      : [relationship.to_type, relationship.from_type];
  found(own === key.type ? relationship : null, 'Relationship');
  await assertReads(db, actor, other);
  await assertRecord(db, actor, key.type, key.id);
  return relationship;
}

async function assertRecord(db: Db, actor: Actor, type: string, id: number): Promise<void> {
  await assertReads(db, actor, type);
  found((await selectTitles(db, type, [id])).get(id), 'Record');
}
