import { type Dashboard, newDashboard } from '@twinward/contracts/questions/dashboard';
import { newQuery } from '@twinward/contracts/questions/query';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { getAdministratorName, getSignIn } from '../../access/user/service.ts';
import { createDashboardIn } from '../../questions/dashboard/service.ts';
import { createQueryIn } from '../../questions/query/service.ts';
import { subscribeIn } from '../../questions/report/service.ts';
import { getPlanner } from './planner.ts';
import { insertDemoRows } from './record-store.ts';
import type { Replay } from './replay/store.ts';
import { selectMachineSignal } from './store.ts';

const time = (name: 'from' | 'to', caption: string, value: string) => ({
  name,
  caption,
  kind: 'date-time' as const,
  default: value,
});

/** Queries with parameters. Parameters named `from` and `to` are set to the range of a dashboard. */
const queries = {
  repairs: newQuery.parse({
    name: 'Corrective work by week',
    description: 'How many repairs were completed each week: the engines that failed, and the machine.',
    folder: 'Demo',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'work' },
      columns: [
        { kind: 'group', key: 'week', path: 'completed', by: 'week' },
        { kind: 'aggregate', key: 'repairs', aggregate: 'count', caption: 'Repairs' },
      ],
      filters: [
        { field: 'kind', operator: 'EqualTo', value: 'corrective' },
        { field: 'completed', operator: 'GreaterThanEqualTo', value: { parameter: 'from' } },
        { field: 'completed', operator: 'LessThan', value: { parameter: 'to' } },
      ],
      parameters: [time('from', 'Completed from', 'now-90d'), time('to', 'Completed before', 'now')],
      display: { view: 'bar', category: 'week', values: ['repairs'] },
    },
  }),
  excursions: newQuery.parse({
    name: 'Excursions by day and threshold',
    description: 'How often each threshold was crossed.',
    folder: 'Demo',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'excursion' },
      columns: [
        { kind: 'group', key: 'day', path: 'start', by: 'day' },
        { kind: 'group', key: 'threshold', path: 'threshold.name' },
        { kind: 'aggregate', key: 'excursions', aggregate: 'count', caption: 'Excursions' },
      ],
      filters: [
        { field: 'start', operator: 'GreaterThanEqualTo', value: { parameter: 'from' } },
        { field: 'start', operator: 'LessThan', value: { parameter: 'to' } },
      ],
      parameters: [time('from', 'From', 'now-90d'), time('to', 'To', 'now')],
      display: { view: 'bar', category: 'day', series: 'threshold', values: ['excursions'], stacked: true },
    },
  }),
  levels: newQuery.parse({
    name: 'Twins above a level',
    description: 'The twins that need attention, the highest level first. A click opens the twin.',
    folder: 'Demo',
    sharing: 'tenant',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'field', key: 'twin', path: 'id' },
        { kind: 'field', key: 'asset', path: 'asset.assetName' },
        { kind: 'field', key: 'level', path: 'level' },
      ],
      filters: [{ field: 'level', operator: 'GreaterThan', value: { parameter: 'above' } }],
      parameters: [{ name: 'above', caption: 'Level above', kind: 'number', default: 0 }],
      sorts: [{ field: 'level', direction: 'Descending' }],
      limit: 100,
      display: {
        view: 'table',
        linkTemplate: '/apps/twins/{twin}',
        conditionalColors: [
          { column: 'level', from: 250, to: 750, color: 'amber' },
          { column: 'level', from: 750, color: 'red' },
        ],
      },
    },
  }),
};

const introduction = `An example of a dashboard, from the queries in the folder Demo: each takes the range that is chosen above as its from and to.
A click on a bar shows the records behind it.`;

/**
 * Loads worked examples of queries and dashboards: shared queries with parameters, a dashboard that shows them with the
 * machine's signal, and this dashboard as a weekly report to the administrator.
 * @returns no assets
 */
export async function loadQuestions(
  trx: Db,
  progress: (percent: number) => void,
  replay: Replay | null,
  tenant: Tenant,
): Promise<number[]> {
  const signal = replay && (await selectMachineSignal(trx));
  if (!signal) return [];
  const planner = await getPlanner(trx, tenant);
  const ids = {
    repairs: (await createQueryIn(trx, planner, queries.repairs)).id,
    excursions: (await createQueryIn(trx, planner, queries.excursions)).id,
    levels: (await createQueryIn(trx, planner, queries.levels)).id,
  };
  await insertDemoRows(trx, 'query', Object.values(ids));
  const toCard = (id: keyof typeof queries, place: { x: number; y: number; w: number; h: number }) => ({
    id,
    kind: 'query' as const,
    title: queries[id].name,
    queryId: ids[id],
    ...place,
  });
  const title = 'Temperature of the machine';
  const dashboard = newDashboard.parse({
    name: 'Demo: repairs and excursions',
    description: 'What failed, what was seen before, and what needs attention now.',
    sharing: 'tenant',
    content: {
      range: { from: 'now-90d', to: 'now' },
      cards: [
        { id: 'text', kind: 'text', x: 0, y: 0, w: 12, h: 2, text: introduction },
        toCard('repairs', { x: 0, y: 2, w: 6, h: 8 }),
        toCard('excursions', { x: 6, y: 2, w: 6, h: 8 }),
        { id: 'machine', kind: 'trend', title, x: 0, y: 10, w: 12, h: 8, ...signal },
        toCard('levels', { x: 0, y: 18, w: 6, h: 9 }),
        { id: 'top', kind: 'top-risks', x: 6, y: 18, w: 6, h: 9, count: 10 },
      ],
    },
  });
  const made = await createDashboardIn(trx, planner, dashboard);
  await insertDemoRows(trx, 'dashboard', [Number(made.id)]);
  await subscribe(trx, planner, made);
  progress(100);
  return [];
}

/** Nothing is mailed if the administrator has no address. */
async function subscribe(trx: Db, planner: Doer, { id, name }: Dashboard): Promise<void> {
  const userName = await getAdministratorName(trx);
  if (userName === null) return;
  const { id: userId } = (await getSignIn(trx, userName))!;
  const administrator = { ...planner, userId, userName };
  const subject = { kind: 'dashboard', id, values: null } as const;
  await subscribeIn(trx, administrator, name, { subject, period: 'weekly', hour: 6, timeZone: 'UTC' });
}
