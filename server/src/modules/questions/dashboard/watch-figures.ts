import { isCrossed } from '@twinward/domain/dashboards/figure-alert';
import type { Doer } from '../../../platform/actor.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { Logger } from '../../../platform/process/log.ts';
import { notify } from '../../outcomes/notification/service.ts';
import { readFigure } from './cards/figure.ts';
import {
  type FigureAlertRow,
  lockAlert,
  selectAllAlerts,
  updateChecked,
  updateFailed,
} from './figure-alert-store.ts';
import { findReader } from './reader.ts';

const text = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** Number of alerts that are checked concurrently. */
const atOnce = 4;

/** Reads the figures of all alerts with the permissions of their users, and notifies users when a limit is crossed. */
export async function watchFigures(tenant: Tenant, log: Logger, now = new Date()): Promise<void> {
  const readers = new Map<number, Promise<Doer | null>>();
  const getReader = (userId: number): Promise<Doer | null> => {
    const known = readers.get(userId) ?? findReader(tenant, userId);
    readers.set(userId, known);
    return known;
  };
  // The iterator is shared: each worker takes the next alert.
  const alerts = (await selectAllAlerts(tenant.db)).values();
  const work = async (): Promise<void> => {
    for (const row of alerts) {
      try {
        const reader = await getReader(row.user_id);
        if (!reader) continue;
        const { value } = await readFigure(reader, { source: row.source, values: row.card_values });
        await checkAlert(tenant, row, value, now);
      } catch (error) {
        // For example, the tag or query was deleted, or reading took too long. Continues with the other alerts.
        await recordFailure(tenant, row, error, log, now);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * Stores why a figure could not be read, unless the alert was deleted meanwhile. Writes a log entry, with the details
 * of internal errors, only if the reason changes.
 */
async function recordFailure(
  tenant: Tenant,
  { id, user_id: userId }: FigureAlertRow,
  error: unknown,
  log: Logger,
  now: Date,
): Promise<void> {
  await withTransaction(tenant.db, async (db) => {
    const row = await lockAlert(db, userId, id);
    if (!row) return;
    const failure = error instanceof AppError ? error.message : 'The figure could not be read.';
    await updateFailed(db, id, { failedAt: now, failure });
    if (failure === row.failure) return;
    log.warn({ err: error, alert: id }, 'a figure could not be read');
    await publish(db, { type: 'changed', kind: 'figure-alert' }, userId);
  });
}

/** Compares the figure with the current limit, and notifies once per crossing. */
async function checkAlert(
  tenant: Tenant,
  { id, user_id: userId }: FigureAlertRow,
  value: number | null,
  now: Date,
): Promise<void> {
  await withTransaction(tenant.db, async (db) => {
    const row = await lockAlert(db, userId, id);
    if (!row) return;
    const { name, direction, limit_value: limit, release_value: release, is_over: wasOver } = row;
    const isOver = isCrossed({ direction, limit, release }, value, wasOver);
    await updateChecked(db, id, { isOver, value, checkedAt: now });
    if (isOver === wasOver && value === row.value && row.failure === null) return;
    await publish(db, { type: 'changed', kind: 'figure-alert' }, userId);
    if (!isOver || wasOver) return;
    await notify(db, [
      {
        recipients: [{ type: 'user', id: userId }],
        context: 'figure',
        type: 'limit',
        twinId: row.card_values.twin ?? null,
        message: `${name}: ${text.format(value!)} is ${direction} ${text.format(limit)}.`,
        url: row.source.kind === 'query' ? `/tools/query/${row.source.queryId}` : '/dashboard',
        grouping: `figure:${id}`,
        time: now,
      },
    ]);
  });
}
