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
  implement(previewUpgrade, ({ params, body, actor }) => upgrade.startPreview(actor, params.id, body));
  implement(applyUpgrade, ({ params, body, actor }) => upgrade.startUpgrade(actor, params.commandId, body));
  implement(undoUpgrade, ({ params, actor }) => upgrade.startUndo(actor, params.commandId));
  implement(listUpgrades, ({ params, query, actor }) => upgrade.listUpgrades(actor, params.commandId, query));
  implement(getUpgradeOfTwin, ({ params, actor }) =>
    upgrade.getUpgradeOfTwin(actor, params.commandId, params.twinId),
  );
}
