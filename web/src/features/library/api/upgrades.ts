import type {
  applyUpgrade,
  getUpgradeOfTwin,
  listUpgrades,
  Upgrade,
  undoUpgrade,
} from '@twinward/contracts/library/upgrade';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';

export const upgradesPerPage = 50;

/** A page of the outcomes by twin, conflicts first. Refetched with the progress of the command. */
export const useUpgrades = (
  commandId: string,
  { outcome, page, progress }: { outcome: Upgrade['outcome'] | null; page: number; progress: string },
) =>
  useApiPage<typeof listUpgrades>(
    ['upgrades', { commandId, outcome, page, progress }],
    'GET /api/library/upgrades/:commandId',
    {
      page,
      pageSize: upgradesPerPage,
      params: { commandId },
      query: { ...(outcome === null ? {} : { outcome }) },
    },
  );

/** The three-way difference of a twin. */
export const useUpgradeOfTwin = (commandId: string, twinId: number) =>
  useApiQuery<typeof getUpgradeOfTwin>(
    ['upgrades', { commandId, twinId }],
    'GET /api/library/upgrades/:commandId/twins/:twinId',
    { params: { commandId, twinId } },
  );

export const useApplyUpgrade = (commandId: string) =>
  useApiMutation<typeof applyUpgrade>('POST /api/library/upgrades/:commandId/apply', {
    params: { commandId },
  });

/** Undoes an upgrade of twins. */
export const useUndoUpgrade = (commandId: string) =>
  useApiMutation<typeof undoUpgrade>('POST /api/library/upgrades/:commandId/undo', { params: { commandId } });
