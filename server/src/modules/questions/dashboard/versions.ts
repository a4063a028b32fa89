import type { Dashboard, DashboardVersion } from '@twinward/contracts/questions/dashboard';
import type { Actor } from '../../../platform/actor.ts';
import { found } from '../../../platform/errors.ts';
import { findStored } from './read.ts';
import { selectVersion, selectVersions } from './store.ts';
import { changeDashboard } from './write.ts';

/**
 * Lists the versions of a dashboard, newest first.
 * @throws AppError `not-found`, also for a ready-made dashboard.
 */
export async function listVersions(actor: Actor, id: string): Promise<DashboardVersion[]> {
  const { db } = actor.tenant;
  const row = found(await findStored(db, actor, id), 'Dashboard');
  return (await selectVersions(db, row.id)).map((version) => ({
    version: version.version,
    name: version.name,
    savedAt: version.saved_at.toISOString(),
    savedBy: version.user_name,
    cardCount: version.card_count,
  }));
}

/**
 * Restores the name and cards of an earlier version, as a new version.
 * @param version current version of the dashboard
 * @throws AppError `not-found`; `forbidden`; `conflict`.
 */
export function restoreVersion(actor: Actor, id: string, saved: number, version: number): Promise<Dashboard> {
  return changeDashboard(actor, id, version, async (db, { description, sharing }) => {
    const { name, content } = found(await selectVersion(db, Number(id), saved), 'Version');
    return { name, description, sharing, content };
  });
}
