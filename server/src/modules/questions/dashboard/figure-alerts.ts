import {
  type FigureAlert,
  type FigureAlertChange,
  maximumFigureAlerts,
  type NewFigureAlert,
} from '@twinward/contracts/questions/figure-alert';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { readFigure } from './cards/figure.ts';
import {
  deleteAlertRow,
  type FigureAlertRow,
  insertAlert,
  lockAlert,
  lockAlertsOfUser,
  selectAlerts,
  updateAlertRow,
} from './figure-alert-store.ts';

/** Lists the actor's alerts. */
export async function listFigureAlerts({ tenant, userId }: Actor): Promise<FigureAlert[]> {
  return (await selectAlerts(tenant.db, userId)).map(toAlert);
}

/**
 * @throws AppError `not-found` for a tag or query that the actor may not read; `invalid-request` above 50 alerts, and
 *   for an empty range.
 */
export async function createFigureAlert(actor: Actor, alert: NewFigureAlert): Promise<FigureAlert> {
  await readFigure(actor, alert);
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAlertsOfUser(db, actor.userId);
    if ((await selectAlerts(db, actor.userId)).length >= maximumFigureAlerts) {
      throw new AppError('invalid-request', `A user has at most ${maximumFigureAlerts} alerts.`);
    }
    const created = toAlert(await insertAlert(db, actor.userId, alert));
    await audit.created(db, actor, created);
    return created;
  });
}

/** @throws AppError `not-found`. */
export function updateFigureAlert(actor: Actor, id: number, change: FigureAlertChange): Promise<FigureAlert> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockOwn(db, actor, id);
    const updated = toAlert(await updateAlertRow(db, id, change));
    await audit.updated(db, actor, old, updated);
    return updated;
  });
}

/** @throws AppError `not-found`. */
export function deleteFigureAlert(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await lockOwn(db, actor, id);
    await deleteAlertRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

async function lockOwn(db: Db, { userId }: Actor, id: number): Promise<FigureAlert> {
  return toAlert(found(await lockAlert(db, userId, id), 'Alert'));
}

const toAlert = ({
  user_id,
  card_values,
  limit_value,
  release_value,
  ...row
}: FigureAlertRow): FigureAlert => ({
  ...fromRow(row),
  values: card_values,
  limit: limit_value,
  release: release_value,
});

const audit = new EntityAudit(
  'figure-alert',
  ({ id, name, source, direction, limit, release }: FigureAlert) => ({
    id,
    name,
    facts: {
      name,
      source,
      direction,
      limit,
      release,
    },
  }),
);
