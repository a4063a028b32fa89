import { hasAccess } from '@twinward/contracts/access/access';
import type { Dashboard, DashboardChange, NewDashboard } from '@twinward/contracts/questions/dashboard';
import type { Actor, Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { findStored, getDashboard, mayEdit, toDashboard } from './read.ts';
import {
  type DashboardFields,
  deleteDashboardRow,
  insertDashboard,
  insertVersion,
  lockDashboard,
  updateDashboardRow,
} from './store.ts';

/** Number of versions that are kept of a dashboard. */
const keptVersions = 100;

/** @throws AppError `forbidden` if the dashboard is shared and the actor may not share. */
export function createDashboard(actor: Actor, dashboard: NewDashboard): Promise<Dashboard> {
  return withTransaction(actor.tenant.db, (db) => createDashboardIn(db, actor, dashboard));
}

/** Like `createDashboard`, in the caller's transaction. */
export async function createDashboardIn(db: Db, actor: Doer, dashboard: NewDashboard): Promise<Dashboard> {
  assertMayShare(actor, dashboard.sharing);
  const id = await insertDashboard(db, actor.userId, dashboard);
  await insertVersion(db, id, actor.userId, keptVersions);
  const created = await readStored(db, actor, String(id));
  await audit.created(db, actor, created);
  return created;
}

/**
 * @throws AppError `not-found`; `forbidden` for a dashboard of another user, and for sharing without the right to
 *   share; `conflict` for a ready-made dashboard or an outdated version.
 */
export function updateDashboard(
  actor: Actor,
  id: string,
  { version, ...fields }: DashboardChange,
): Promise<Dashboard> {
  return changeDashboard(actor, id, version, () => Promise.resolve(fields));
}

/**
 * Changes a dashboard if the version is current, and stores the result as a new version.
 * @param change returns the new fields; called in the transaction with the row locked
 * @throws AppError like `updateDashboard`.
 */
export function changeDashboard(
  actor: Actor,
  id: string,
  version: number,
  change: (db: Db, old: Dashboard) => Promise<DashboardFields>,
): Promise<Dashboard> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockEditable(db, actor, id);
    if (old.version !== version) throw outdated(`The dashboard ${old.name}`, version, old);
    const fields = await change(db, old);
    if (fields.sharing !== old.sharing) assertMayShare(actor, fields.sharing);
    if (fields.sharing === 'private' && old.owner?.id !== actor.userId) {
      throw new AppError('forbidden', 'Only its owner may make it private.');
    }
    await updateDashboardRow(db, Number(id), fields);
    await insertVersion(db, Number(id), actor.userId, keptVersions);
    const updated = await readStored(db, actor, id);
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/**
 * Creates a private dashboard with the cards of another.
 * @throws AppError `not-found`.
 */
export async function copyDashboard(actor: Actor, id: string, name: string): Promise<Dashboard> {
  const { description, content } = await getDashboard(actor, id);
  return createDashboard(actor, { name, description, sharing: 'private', content });
}

/** @throws AppError `not-found`; `forbidden`; `conflict` for a ready-made dashboard. */
export function deleteDashboard(actor: Doer, id: string): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockEditable(db, actor, id);
    await deleteDashboardRow(db, Number(id));
    await audit.deleted(db, actor, old);
  });
}

/**
 * Locks a dashboard and returns it.
 * @throws AppError `not-found`; `forbidden`; `conflict` for a ready-made dashboard.
 */
async function lockEditable(db: Db, actor: Doer, id: string): Promise<Dashboard> {
  if (!/^\d+$/.test(id))
    throw new AppError('conflict', 'The product’s own dashboards can’t be changed: copy it.');
  await lockDashboard(db, Number(id));
  const row = found(await findStored(db, actor, id), 'Dashboard');
  if (!mayEdit(actor, row))
    throw new AppError('forbidden', 'Only its owner and dashboard managers may change it.');
  return toDashboard(actor, row);
}

async function readStored(db: Db, actor: Doer, id: string): Promise<Dashboard> {
  return toDashboard(actor, found(await findStored(db, actor, id), 'Dashboard'));
}

function assertMayShare(actor: Doer, sharing: DashboardFields['sharing']): void {
  if (sharing === 'tenant' && !hasAccess(actor, 'queries')) {
    throw new AppError('forbidden', 'Only dashboard managers may share a dashboard.');
  }
}

const audit = new EntityAudit(
  'dashboard',
  ({ id, name, description, sharing, cardCount, version }: Dashboard) => ({
    id,
    name,
    facts: {
      name,
      description,
      sharing,
      cards: cardCount,
      version,
    },
  }),
);

/** The parts of a dashboard in the audit trail. Its cards are stored in its versions. */
