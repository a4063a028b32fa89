import {
  createTwin,
  deleteTwin,
  exportTwins,
  getTwin,
  getTwinLevels,
  listTwins,
  setTwinsActive,
  updateTwin,
  updateTwinWithRisk,
} from '@twinward/contracts/twins/twin';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { sendExport } from '../../jobs/list-export/service.ts';
import { exportedTwins } from './export.ts';
import * as twins from './service.ts';

export function twinRoutes({ implement }: Routing): void {
  implement(listTwins, ({ body, query, actor }) => twins.listTwins(actor, listRequest(body, query)));
  implement(exportTwins, (call) => sendExport(call, exportedTwins(call.actor)));
  implement(getTwin, ({ params, actor }) => twins.getTwin(actor.tenant.db, params.id));
  implement(getTwinLevels, ({ actor }) => twins.getTwinLevels(actor.tenant.db));
  implement(createTwin, ({ body, actor }) => twins.createTwin(actor, body));
  implement(updateTwin, ({ params, body, actor }) => twins.updateTwin(actor, params.id, body));
  implement(updateTwinWithRisk, ({ body, actor }) => twins.updateTwinWithRisk(actor, body));
  implement(deleteTwin, ({ params, actor }) => twins.deleteTwin(actor, params.id));
  implement(setTwinsActive, async ({ body, actor }) => ({
    changed: await twins.setTwinsActive(actor, body.twinIds, body.active),
  }));
}
