import { dashboardId, type GroupStart, type StartDashboard } from '@twinward/contracts/questions/dashboard';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import { findDashboard, getDashboard } from './read.ts';
import { replaceGroupStart, selectGroupStarts } from './start-store.ts';

const audit = new EntityAudit('group');

const setting: Setting<{ id: string | null }> = {
  name: 'start-dashboard',
  schema: z.strictObject({ id: dashboardId.nullable() }),
  initial: { id: null },
};

/**
 * Returns the actor's start dashboard: the first that they may open of their own choice, those of their groups, and the
 * default.
 */
export async function getStart(actor: Actor): Promise<StartDashboard> {
  const { db } = actor.tenant;
  const own = await getUserSetting(db, actor.userId, setting);
  const starts = (await selectGroupStarts(db)).filter(({ name }) => actor.groups.includes(name));
  const candidates = [
    { id: own.id, chosenBy: 'user' as const },
    ...starts.map(({ dashboard }) => ({ id: dashboard, chosenBy: 'group' as const })),
  ];
  for (const { id, chosenBy } of candidates) {
    if (id !== null && (await findDashboard(actor, id))) return { id, chosenBy };
  }
  return { id: 'plant-risk', chosenBy: 'product' };
}

/**
 * @param id null to reset the actor's choice
 * @throws AppError `not-found`.
 */
export async function setStart(actor: Actor, id: string | null): Promise<StartDashboard> {
  if (id !== null) await getDashboard(actor, id);
  await writeUserSetting(actor.tenant.db, actor.userId, setting, { id });
  return getStart(actor);
}

export async function listGroupStarts(db: Db): Promise<GroupStart[]> {
  const rows = await selectGroupStarts(db);
  return rows.map(({ name, caption, dashboard }) => ({ group: name, caption, id: dashboard }));
}

/**
 * @param id null for none
 * @throws AppError `not-found`; `conflict` for a private dashboard, which the members cannot open.
 */
export function setGroupStart(actor: Actor, group: string, id: string | null): Promise<GroupStart[]> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = found(
      (await listGroupStarts(db)).find((one) => one.group === group),
      'Group',
    );
    if (id !== null && (await getDashboard(actor, id)).sharing !== 'tenant') {
      throw new AppError(
        'conflict',
        'A group starts with a shared dashboard: its members can’t open this one.',
      );
    }
    await replaceGroupStart(db, group, id);
    await audit.changed(
      db,
      actor,
      { id: group, name: old.caption },
      { old: { startDashboard: old.id }, new: { startDashboard: id } },
    );
    return listGroupStarts(db);
  });
}
