import type { Link, NewLinks } from '@twinward/contracts/records/link';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, orNameTaken } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { assertLinks, findRelationship, type RelationshipRow } from '../relationship/service.ts';
import { lockHierarchy, lockStructures } from '../structure/service.ts';
import { assetLinked } from './events.ts';
import {
  deleteLinks,
  insertLinks,
  selectExcluding,
  selectLinkIds,
  selectLinks,
  selectTitles,
} from './store.ts';

const audit = new EntityAudit('link');

type Pair = NewLinks['links'][number];
interface Titles {
  from: ReadonlyMap<number, string>;
  to: ReadonlyMap<number, string>;
}

/**
 * Links records.
 * @throws AppError `not-found` for an unknown relationship; `forbidden` without the right to write either type;
 *   `invalid-request` naming each record that does not exist; `conflict` naming the link that excludes a new one, or
 *   the structure in which a link would close a cycle.
 */
export function createLinks(actor: Doer, { relationship: name, links }: NewLinks): Promise<Link[]> {
  return withTransaction(actor.tenant.db, async (db) => {
    const relationship = await findRelationship(db, name);
    await assertLinks(db, actor, relationship);
    await (relationship.structures.length > 0 ? lockHierarchy(db) : lockStructures(db));
    const titles = await readTitles(db, relationship, links);
    refuseUnknown(relationship, links, titles);
    await refuseExcluded(db, relationship, links, titles);
    if (relationship.standard) {
      for (const { fromId, toId } of links) {
        await assetLinked.emit(db, { actor, assetId: toId, parentId: fromId });
      }
    } else {
      const raced = 'Someone else linked one of these records at the same moment. Please try again.';
      const ids = await orNameTaken(insertLinks(db, relationship, links), raced);
      await auditLinks(db, actor, 'create', relationship, links, ids, titles);
    }
    const ids = await selectLinkIds(db, relationship.id, links);
    return links.map(({ fromId, toId }) => ({
      id: ids.get(`${fromId} ${toId}`)!,
      relationship: relationship.name,
      fromId,
      toId,
    }));
  });
}

/**
 * Unlinks records. Ignores links that no longer exist.
 * @throws AppError `forbidden`.
 */
export function removeLinks(actor: Actor, ids: readonly number[]): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const links = await selectLinks(db, ids);
    for (const name of new Set(links.map((link) => link.name))) {
      const relationship = await findRelationship(db, name);
      await assertLinks(db, actor, relationship);
      const own = links.filter((link) => link.name === name);
      const pairs = own.map(({ from_id, to_id }) => ({ fromId: from_id, toId: to_id }));
      if (relationship.standard) {
        for (const { toId } of pairs) await assetLinked.emit(db, { actor, assetId: toId, parentId: null });
        continue;
      }
      const linkIds = own.map(({ id }) => id);
      await deleteLinks(db, linkIds);
      const titles = await readTitles(db, relationship, pairs);
      await auditLinks(db, actor, 'delete', relationship, pairs, linkIds, titles);
    }
  });
}

async function readTitles(db: Db, relationship: RelationshipRow, pairs: readonly Pair[]): Promise<Titles> {
  const { from_type, to_type } = relationship;
  return {
    from: await selectTitles(
      db,
      from_type,
      pairs.map(({ fromId }) => fromId),
    ),
    to: await selectTitles(
      db,
      to_type,
      pairs.map(({ toId }) => toId),
    ),
  };
}

function refuseUnknown(relationship: RelationshipRow, links: readonly Pair[], titles: Titles): void {
  refuseProblems(
    links.flatMap(({ fromId, toId }, i): Problem[] => {
      const problems: Problem[] = [];
      const none = (type: string, id: number) => `There is no record ${id} of type ${type}.`;
      if (!titles.from.has(fromId))
        problems.push({ path: `links.${i}.fromId`, message: none(relationship.from_type, fromId) });
      if (!titles.to.has(toId))
        problems.push({ path: `links.${i}.toId`, message: none(relationship.to_type, toId) });
      if (relationship.from_type === relationship.to_type && fromId === toId)
        problems.push({ path: `links.${i}.toId`, message: 'A record can’t be linked to itself.' });
      return problems;
    }),
  );
}

/**
 * Refuses links that the unique indexes would refuse, with a message that names the records.
 * @throws AppError `conflict`.
 */
async function refuseExcluded(
  db: Db,
  relationship: RelationshipRow,
  links: readonly Pair[],
  titles: Titles,
): Promise<void> {
  const existing = await selectExcluding(
    db,
    relationship,
    links.map(({ fromId }) => fromId),
    links.map(({ toId }) => toId),
  );
  const taken: Pair[] = existing.map(({ from_id, to_id }) => ({ fromId: from_id, toId: to_id }));
  const { cardinality, from_caption, to_caption } = relationship;
  const refuse = (message: string): never => {
    throw new AppError('conflict', message);
  };
  for (const link of links) {
    const [from, to] = [titles.from.get(link.fromId)!, titles.to.get(link.toId)!];
    for (const other of taken) {
      const [isSameFrom, isSameTo] = [other.fromId === link.fromId, other.toId === link.toId];
      if (isSameFrom && isSameTo) refuse(`${from} and ${to} are linked already.`);
      if (isSameTo && cardinality !== 'many-many') {
        const name = await readTitle(db, relationship.from_type, other.fromId);
        refuse(`${to} is linked to ${name} already, and “${to_caption}” takes one. Please unlink it first.`);
      }
      if (isSameFrom && cardinality === 'one-one') {
        const name = await readTitle(db, relationship.to_type, other.toId);
        refuse(
          `${from} is linked to ${name} already, and “${from_caption}” takes one. Please unlink it first.`,
        );
      }
    }
    taken.push(link);
  }
}

const readTitle = async (db: Db, type: string, id: number): Promise<string> =>
  (await selectTitles(db, type, [id])).get(id) ?? `${type} ${id}`;

async function auditLinks(
  db: Db,
  actor: Doer,
  action: 'create' | 'delete',
  relationship: RelationshipRow,
  pairs: readonly Pair[],
  ids: readonly number[],
  titles: Titles,
): Promise<void> {
  const entries = pairs.map(({ fromId, toId }, i) => {
    const [from, to] = [titles.from.get(fromId) ?? '', titles.to.get(toId) ?? ''];
    const facts = {
      relationship: relationship.name,
      fromType: relationship.from_type,
      fromId,
      from,
      toType: relationship.to_type,
      toId,
      to,
    };
    return { id: ids[i]!, name: `${relationship.caption} - ${from} - ${to}`, facts };
  });
  await audit.recordAll(db, actor, action, entries, ({ facts }) =>
    action === 'create' ? { new: facts } : { old: facts },
  );
}
