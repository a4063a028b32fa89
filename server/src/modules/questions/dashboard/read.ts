import { hasAccess } from '@twinward/contracts/access/access';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Dashboard, DashboardSummary } from '@twinward/contracts/questions/dashboard';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { readyMade } from './ready-made.ts';
import { type DashboardRow, type SummaryRow, selectDashboard, selectDashboardPage } from './store.ts';

/** Lists the actor's own and the shared dashboards. */
export async function listDashboards(actor: Doer, request: ListRequest): Promise<Page<DashboardSummary>> {
  const { records, total } = await selectDashboardPage(actor.tenant.db, request, actor.userId);
  return { records: records.map((row) => toSummary(actor, row)), total };
}

/** Lists the ready-made dashboards of the product. */
export const listReadyMade = (): DashboardSummary[] => readyMade.map(({ content, ...summary }) => summary);

/**
 * Returns a dashboard that is ready-made, owned by the actor, or shared.
 * @throws AppError `not-found`, also for a private dashboard of another user, and for one that the actor's display does
 *   not include.
 */
export async function getDashboard(actor: Doer, id: string): Promise<Dashboard> {
  return found(await findDashboard(actor, id), 'Dashboard');
}

/** Like `getDashboard`, but returns null instead of throwing `not-found`. */
export async function findDashboard(actor: Doer, id: string): Promise<Dashboard | null> {
  if (actor.display && !actor.display.dashboards.includes(id)) return null;
  const standard = readyMade.find((one) => one.id === id);
  if (standard) return standard;
  const row = await findStored(actor.tenant.db, actor, id);
  return row && toDashboard(actor, row);
}

/** Selects the row of a dashboard that the actor may read; null also for a ready-made one. */
export async function findStored(db: Db, actor: Doer, id: string): Promise<DashboardRow | null> {
  const row = /^\d+$/.test(id) ? await selectDashboard(db, Number(id)) : null;
  return row && (row.sharing === 'tenant' || row.owner_id === actor.userId) ? row : null;
}

/** Whether the actor may change a readable dashboard: owners change their own, managers also shared ones. */
export const mayEdit = (actor: Doer, row: Pick<SummaryRow, 'owner_id'>): boolean =>
  row.owner_id === actor.userId || hasAccess(actor, 'queries');

function toSummary(actor: Doer, row: SummaryRow): DashboardSummary {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    sharing: row.sharing,
    readyMade: false,
    owner: row.owner_id === null ? null : { id: row.owner_id, userName: row.owner_name ?? '' },
    mayEdit: mayEdit(actor, row),
    cardCount: row.card_count,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

export const toDashboard = (actor: Doer, row: DashboardRow): Dashboard => ({
  ...toSummary(actor, row),
  content: row.content,
});
