import { newRelationship } from '@twinward/contracts/records/relationship';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { createLinks } from '../../records/link/service.ts';
import {
  createRelationship,
  deleteRelationship,
  findRelationships,
} from '../../records/relationship/service.ts';
import { selectInspectionsWithAdvisories } from './store.ts';

const relationship = newRelationship.parse({
  name: 'inspection-led-to',
  caption: 'Inspection led to advisory',
  fromType: 'inspection',
  toType: 'advisory',
  cardinality: 'many-many',
  fromCaption: 'Led to',
  toCaption: 'Inspections',
});

/** Links the last inspection report of each engine to the advisory on that engine. */
export async function linkInspections(trx: Db, planner: Doer): Promise<void> {
  const links = await selectInspectionsWithAdvisories(trx);
  const isThere = (await findRelationships(trx, [relationship.name])).length > 0;
  if (links.length === 0 || isThere) return;
  await createRelationship(planner, relationship);
  await createLinks(planner, { relationship: relationship.name, links });
}

/**
 * Deletes the relationship, whose links were deleted with the reports.
 * @throws AppError `conflict` if users use it.
 */
export async function deleteInspectionLinks(planner: Doer): Promise<void> {
  const found = await findRelationships(planner.tenant.db, [relationship.name]);
  if (found.length > 0) await deleteRelationship(planner, relationship.name);
}
