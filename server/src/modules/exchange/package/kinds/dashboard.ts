import { newDashboard } from '@twinward/contracts/questions/dashboard';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { compareTexts } from '@twinward/domain/exchange/json';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import {
  createDashboard,
  deleteDashboard,
  findNamed,
  getDashboard,
  listNames,
  listShownIds,
  updateDashboard,
} from '../../../questions/dashboard/service.ts';
import { defineKind, type NamedReference, readEach } from '../kind.ts';
import { selectNamesakes, selectQueryNames, selectSharedId } from '../store.ts';

const lists = ['queries', 'tags', 'protections', 'analyses'] as const;
type NameList = (typeof lists)[number];
const names = z.array(z.string().max(500)).default([]);

/** In its cards, an id is the place of a record in the list of its names, from 1. */
const schema = newDashboard.omit({ sharing: true }).extend({
  queries: names,
  tags: names,
  protections: names.describe('Unique id of the asset and name of the protection, joined by a slash'),
  analyses: names,
});
type DashboardRecord = z.infer<typeof schema>;

/** The kinds of the records that cards show; protections belong to their twins. */
const kindsByList: Record<NameList, string> = {
  queries: 'query',
  tags: 'tag',
  protections: 'twin',
  analyses: 'risk-analysis',
};

const toKey = (list: NameList, name: string): string =>
  list === 'protections' ? name.slice(0, name.indexOf('/')) : name;

/**
 * Returns the card with other ids.
 * @param look returns the new id
 */
function withIds(card: DashboardCard, look: (list: NameList, id: number) => number): DashboardCard {
  switch (card.kind) {
    case 'query':
      return { ...card, queryId: look('queries', card.queryId) };
    case 'number': {
      const { source } = card;
      if (source.kind === 'query')
        return { ...card, source: { ...source, queryId: look('queries', source.queryId) } };
      if (source.kind === 'tag') return { ...card, source: { ...source, tagId: look('tags', source.tagId) } };
      return card;
    }
    case 'trend': {
      const { protectionId } = card;
      return {
        ...card,
        tagId: look('tags', card.tagId),
        protectionId: protectionId === null ? null : look('protections', protectionId),
      };
    }
    case 'risk-matrix':
      return {
        ...card,
        analysisId: card.analysisId === null ? null : look('analyses', card.analysisId),
      };
    default:
      return card;
  }
}

async function findDashboard(actor: Actor, name: string) {
  const id = await selectSharedId(actor.tenant.db, 'dashboard', name);
  return id === null ? null : getDashboard(actor, String(id));
}

/** Returns the names of the records in cards, by id. */
async function readNames(
  db: Db,
  cards: readonly DashboardCard[],
): Promise<Record<NameList, Map<number, string>>> {
  const { queries, ...ids } = listShownIds(cards);
  const found = await listNames(db, ids);
  const toMap = (record: Record<string, string>) =>
    new Map(Object.entries(record).map(([id, name]) => [Number(id), name]));
  return {
    queries: new Map((await selectQueryNames(db, queries)).map(({ id, name }) => [id, name])),
    tags: toMap(found.tags),
    protections: toMap(found.protections),
    analyses: toMap(found.analyses),
  };
}

/** Shared dashboards, by name. */
export const dashboardKind = defineKind<DashboardRecord>({
  name: 'dashboard',
  caption: 'Shared dashboards',
  access: 'queries',
  schema,
  toKey: ({ name }) => name,
  listReferences: (record): NamedReference[] =>
    lists.flatMap((list) =>
      record[list].map((name, place) => ({
        kind: kindsByList[list],
        key: toKey(list, name),
        path: `${list}.${place}`,
      })),
    ),
  listUnnamed: ({ actor }, limit) => selectNamesakes(actor.tenant.db, 'dashboard', limit),
  async listRefused({ actor }, keys) {
    const refused = new Map<string, string>();
    for (const key of keys) {
      const dashboard = await findDashboard(actor, key);
      const { queries } = listShownIds(dashboard?.content.cards ?? []);
      const hidden = (await selectQueryNames(actor.tenant.db, queries)).find(
        ({ sharing }) => sharing !== 'tenant',
      );
      if (hidden) refused.set(key, `It shows the query ${hidden.name}, which is not shared.`);
    }
    return refused;
  },
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const dashboard = await findDashboard(actor, key);
      if (!dashboard) return null;
      const { name, description, content } = dashboard;
      const found = await readNames(actor.tenant.db, content.cards);
      const sorted = Object.fromEntries(
        lists.map((list) => [list, [...new Set(found[list].values())].sort(compareTexts)]),
      ) as Record<NameList, string[]>;
      // A card of a deleted record is left out.
      const cards = content.cards.flatMap((card) => {
        let isWhole = true;
        const moved = withIds(card, (list, id) => {
          const own = found[list].get(id);
          if (own === undefined) isWhole = false;
          return own === undefined ? id : sorted[list].indexOf(own) + 1;
        });
        return isWhole ? [moved] : [];
      });
      return { name, description, content: { ...content, cards }, ...sorted };
    }),
  async create({ actor }, record) {
    await createDashboard(actor, await toDashboard(actor.tenant.db, record));
  },
  async update({ actor }, record) {
    const { id, version } = (await findDashboard(actor, record.name))!;
    await updateDashboard(actor, id, { ...(await toDashboard(actor.tenant.db, record)), version });
  },
  async delete({ actor }, key) {
    const dashboard = await findDashboard(actor, key);
    if (dashboard) await deleteDashboard(actor, dashboard.id);
  },
});

async function toDashboard(db: Db, record: DashboardRecord) {
  const { queries, tags, protections, analyses, content, ...fields } = record;
  const numbered = (list: readonly string[]) =>
    Object.fromEntries(list.map((name, place) => [String(place + 1), name]));
  const found = await findNamed(db, {
    tags: numbered(tags),
    protections: numbered(protections),
    analyses: numbered(analyses),
  });
  const queryIds = new Map<number, number>();
  for (const [place, name] of queries.entries()) {
    const id = await selectSharedId(db, 'query', name);
    if (id !== null) queryIds.set(place + 1, id);
  }
  const ids: Record<NameList, ReadonlyMap<number, number>> = { queries: queryIds, ...found };
  const cards = content.cards.map((card, place) =>
    withIds(card, (list, id) => {
      const here = ids[list].get(id);
      if (here === undefined) {
        const name = record[list][id - 1];
        const message = name === undefined ? `There is no name ${id} in ${list}.` : `There is no '${name}'.`;
        refuseProblems([{ path: `content.cards.${place}`, message }]);
      }
      return here!;
    }),
  );
  return { ...fields, sharing: 'tenant' as const, content: { ...content, cards } };
}
