import {
  applyUpgrade,
  getModelOfTwin,
  getUpgradeOfTwin,
  listUpgrades,
  previewUpgrade,
  undoUpgrade,
} from '@twinward/contracts/library/upgrade';
import type { Routing } from '../../../platform/http/routing.ts';
import * as upgrade from './service.ts';

export function modelUpgradeRoutes({ implement }: Routing): void {
  implement(getModelOfTwin, ({ params, actor }) => upgrade.getModelOfTwin(actor, params.id));
  implement(previewUpgrade, async ({ params, body, actor }) => ({
    commandId: await upgrade.startPreview(actor, params.id, body),
  }));
  implement(applyUpgrade, async ({ params, body, actor }) => ({
    commandId: await upgrade.startUpgrade(actor, params.commandId, body),
  }));
  implement(undoUpgrade, async ({ params, actor }) => ({
    commandId: await upgrade.startUndo(actor, params.commandId),
  }));
  implement(listUpgrades, ({ params, query, actor }) => upgrade.listUpgrades(actor, params.commandId, query));
  implement(getUpgradeOfTwin, ({ params, actor }) =>
    upgrade.getUpgradeOfTwin(actor, params.commandId, params.twinId),
  );
}
