import { isDeepStrictEqual } from 'node:util';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { DashboardPackage, ImportedDashboard } from '@twinward/contracts/questions/dashboard-package';
import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createQueryIn, getQuery, listQueries } from '../query/service.ts';
import { type Names, selectIds, selectNames } from './package-store.ts';
import { getDashboard } from './read.ts';
import { createDashboardIn } from './write.ts';

type DashboardIds = Record<keyof Names | 'queries', number[]>;

/** Returns the ids of the records that cards show. */
export function listShownIds(cards: readonly DashboardCard[]): DashboardIds {
  const ids: DashboardIds = { queries: [], tags: [], protections: [], analyses: [] };
  for (const card of cards) {
    if (card.kind === 'query') ids.queries.push(card.queryId);
    if (card.kind === 'number' && card.source.kind === 'query') ids.queries.push(card.source.queryId);
    if (card.kind === 'number' && card.source.kind === 'tag') ids.tags.push(card.source.tagId);
    if (card.kind === 'trend') ids.tags.push(card.tagId);
    if (card.kind === 'trend' && card.protectionId !== null) ids.protections.push(card.protectionId);
    if (card.kind === 'risk-matrix' && card.analysisId !== null) ids.analyses.push(card.analysisId);
  }
  return ids;
}

/**
 * Exports a dashboard, with the definitions of its queries and the names of the records on its cards.
 * @throws AppError `not-found`, also for a query that the actor may not read.
 */
export async function exportDashboard(actor: Actor, id: string): Promise<DashboardPackage> {
  const { name, description, content } = await getDashboard(actor, id);
  const { queries: queryIds, ...others } = listShownIds(content.cards);
  const queries = await Promise.all([...new Set(queryIds)].map((queryId) => getQuery(actor, queryId)));
  return {
    format: 'twinward-dashboard',
    formatVersion: 1,
    name,
    description,
    content,
    queries: queries.map((query) => ({
      id: query.id,
      name: query.name,
      description: query.description,
      definition: query.definition,
    })),
    ...(await selectNames(actor.tenant.db, others)),
  };
}

/**
 * Creates a private dashboard from an export. Uses existing queries with the same name and definition that the actor
 * may read, and creates the others as private queries. Omits cards whose records do not exist in this database.
 */
export function importDashboard(actor: Actor, file: DashboardPackage): Promise<ImportedDashboard> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { queries, created } = await importQueries(db, actor, file.queries);
    const known = { queries, ...(await selectIds(db, file)) };
    const missing = new Set<string>();
    const cards = file.content.cards.flatMap((card) => translate(card, known, file, missing));
    const dashboard: Dashboard = await createDashboardIn(db, actor, {
      name: file.name,
      description: file.description,
      sharing: 'private',
      content: { ...file.content, cards },
    });
    return { dashboard, createdQueries: created, missing: [...missing] };
  });
}

async function importQueries(db: Db, actor: Actor, queries: DashboardPackage['queries']) {
  const ids = new Map<number, number>();
  const created: string[] = [];
  for (const { id, name, description, definition } of queries) {
    const known = await findSame(actor, name, definition);
    if (known !== null) {
      ids.set(id, known);
      continue;
    }
    const query = await createQueryIn(db, actor, {
      name,
      description,
      folder: '',
      sharing: 'private',
      definition,
    });
    ids.set(id, query.id);
    created.push(name);
  }
  return { queries: ids, created };
}

/** Finds a query with the same name and definition that the actor may read; null if none exists. */
async function findSame(actor: Actor, name: string, definition: QueryDefinition): Promise<number | null> {
  const filters = [{ field: 'Name', operator: 'EqualTo' as const, value: name }];
  const { records } = await listQueries(actor, { filters, sorts: [], pageNumber: 1, pageSize: 100 });
  for (const { id } of records) {
    if (isDeepStrictEqual((await getQuery(actor, id)).definition, definition)) return id;
  }
  return null;
}

type Known = Record<keyof DashboardIds, ReadonlyMap<number, number>>;

/** Returns the card with the ids of this database; empty if a record does not exist. */
function translate(
  card: DashboardCard,
  known: Known,
  file: DashboardPackage,
  missing: Set<string>,
): DashboardCard[] {
  const look = (kind: keyof DashboardIds, id: number): number | null => {
    const here = known[kind].get(id);
    if (here !== undefined) return here;
    const names = kind === 'queries' ? {} : file[kind];
    missing.add(Object.hasOwn(names, id) ? names[id]! : `${kind} ${id}`);
    return null;
  };
  switch (card.kind) {
    case 'query': {
      const queryId = look('queries', card.queryId);
      return queryId === null ? [] : [{ ...card, queryId }];
    }
    case 'number': {
      const { source } = card;
      if (source.kind === 'figure') return [card];
      const here = source.kind === 'query' ? look('queries', source.queryId) : look('tags', source.tagId);
      if (here === null) return [];
      return [
        {
          ...card,
          source: source.kind === 'query' ? { kind: 'query', queryId: here } : { kind: 'tag', tagId: here },
        },
      ];
    }
    case 'trend': {
      const tagId = look('tags', card.tagId);
      const protectionId = card.protectionId === null ? null : look('protections', card.protectionId);
      return tagId === null ? [] : [{ ...card, tagId, protectionId }];
    }
    case 'risk-matrix':
      return [{ ...card, analysisId: card.analysisId === null ? null : look('analyses', card.analysisId) }];
    default:
      return [card];
  }
}
