import {
  type CreatedDisplay,
  type Display,
  type DisplayContent,
  displayTokenPrefix,
  type NewDisplay,
} from '@twinward/contracts/questions/display';
import { type Actor, type Authenticate, sessionWithoutSignIn } from '../../../platform/actor.ts';
import type { Tenants } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { getPermissions } from '../../access/user/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { general, getSystemSetting } from '../../system/setting/service.ts';
import {
  type DisplayRow,
  deleteDisplayRow,
  insertDisplay,
  selectDisplay,
  selectDisplays,
  selectOpenDisplay,
  updateLastSeen,
} from './display-store.ts';
import { findDashboard } from './read.ts';

const longestLife = 2 * 366 * 24 * 3600_000;

/** Lists the actor's displays; for an administrator, those of all users. */
export async function listDisplays(actor: Actor): Promise<Display[]> {
  const rows = await selectDisplays(actor.tenant.db, actor.isAdmin ? null : actor.userId);
  return Promise.all(rows.map((row) => toDisplay(actor, row)));
}

/**
 * Creates a display with the actor's permissions.
 * @returns the display with its token, which is stored only as a hash
 * @throws AppError `invalid-request` for a dashboard that the actor may not open, or an expiry that is past or too
 *   late.
 */
export async function createDisplay(
  actor: Actor,
  display: NewDisplay,
  now = Date.now(),
): Promise<CreatedDisplay> {
  const life = Date.parse(display.expiresAt) - now;
  const known = await Promise.all(display.dashboards.map((id) => findDashboard(actor, id)));
  refuseProblems([
    ...known.flatMap((one, place) =>
      one ? [] : [{ path: `dashboards.${place}`, message: 'There is no such dashboard.' }],
    ),
    ...(life > 0 && life <= longestLife
      ? []
      : [{ path: 'expiresAt', message: 'Please give a time at most two years ahead.' }]),
  ]);
  const token = `${displayTokenPrefix}${newToken()}`;
  return withTransaction(actor.tenant.db, async (db) => {
    const id = await insertDisplay(db, {
      name: display.name,
      token_hash: hashToken(token),
      user_id: actor.userId,
      dashboards: display.dashboards,
      seconds: display.seconds,
      expires_at: new Date(display.expiresAt),
    });
    const created = await toDisplay(actor, found(await selectDisplay(db, id), 'Display'));
    await audit.created(db, actor, created);
    return { ...created, token };
  });
}

/** @throws AppError `not-found`, also for a display of another user unless the actor is an administrator. */
export function deleteDisplay(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const row = await selectDisplay(db, id);
    const own = row && (row.user_id === actor.userId || actor.isAdmin) ? row : null;
    const old = await toDisplay(actor, found(own, 'Display'));
    await deleteDisplayRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

/**
 * Returns the content of the actor's display. Omits dashboards that can no longer be opened.
 * @throws AppError `not-found` if the actor is not a display.
 */
export async function getDisplayContent(actor: Actor): Promise<DisplayContent> {
  if (!actor.display) throw new AppError('not-found', 'Only a display has this.');
  const { db } = actor.tenant;
  const row = found(await selectDisplay(db, actor.display.id), 'Display');
  await updateLastSeen(db, row.id);
  const dashboards = await Promise.all(row.dashboards.map((id) => findDashboard(actor, id)));
  const { currencySymbol } = await getSystemSetting(db, general);
  return {
    name: row.name,
    dashboards: dashboards.filter((one) => one !== null),
    seconds: row.seconds,
    timeZone: row.time_zone,
    currencySymbol,
    expiresAt: row.expires_at.toISOString(),
  };
}

/**
 * Authenticates display tokens. The actor is the owner of the display, with current permissions. Null for other
 * credentials, for an expired or deleted token, and if the owner may no longer sign in.
 */
export function createDisplayAuthentication(tenants: Tenants): Authenticate {
  return async ({ databaseName, sessionId }) => {
    if (!sessionId.startsWith(displayTokenPrefix)) return null;
    const tenant = await tenants.get(databaseName);
    if (!tenant) return null;
    const idHash = hashToken(sessionId);
    const row = await selectOpenDisplay(tenant.db, idHash);
    const user = row && (await getPermissions(tenant.db, row.user_id));
    if (!row || !user) return null;
    return {
      ...user,
      tenant,
      session: sessionWithoutSignIn({ idHash, createdAt: row.created_at, expiresAt: row.expires_at }),
      display: { id: row.id, dashboards: row.dashboards },
    };
  };
}

async function toDisplay(actor: Actor, row: DisplayRow): Promise<Display> {
  const dashboards = await Promise.all(
    row.dashboards.map(async (id) => ({ id, name: (await findDashboard(actor, id))?.name ?? null })),
  );
  return {
    id: row.id,
    name: row.name,
    dashboards,
    seconds: row.seconds,
    createdBy: row.user_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  };
}

const audit = new EntityAudit('display', ({ id, name, dashboards, seconds, expiresAt }: Display) => ({
  id,
  name,
  facts: {
    name,
    seconds,
    expiresAt,
    dashboards: dashboards.map(({ id }) => id),
  },
}));
