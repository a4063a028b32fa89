import { getTwinProtections } from '@twinward/contracts/protections/protection';
import { getTwinTagAliases } from '@twinward/contracts/twins/tag-alias';
import {
  copyTwin,
  createTwin,
  deleteTwin,
  getTwin,
  getTwinLevels,
  listTwins,
  setTwinsActive,
  updateTwin,
  updateTwinWithRisk,
} from '@twinward/contracts/twins/twin';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { startCopy } from './copy.ts';
import { readTagAliases, readTwin, readTwinLevels, readTwinProtections, readTwins } from './service.ts';
import { changeActive, changeTwin, changeTwinWithRisk, makeTwin, removeTwin } from './write.ts';

export function twinRoutes({ implement }: Routing): void {
  implement(listTwins, ({ body, query, actor }) => readTwins(actor.tenant.db, listRequest(body, query)));
  implement(getTwin, ({ params, actor }) => readTwin(actor.tenant.db, params.id));
  implement(getTwinLevels, ({ actor }) => readTwinLevels(actor.tenant.db));
  implement(getTwinProtections, ({ params, query, actor }) =>
    readTwinProtections(actor.tenant.db, params.id, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(createTwin, ({ body, actor }) => makeTwin(actor, body));
  implement(updateTwin, ({ params, body, actor }) => changeTwin(actor, params.id, body));
  implement(updateTwinWithRisk, ({ body, actor }) => changeTwinWithRisk(actor, body));
  implement(deleteTwin, ({ params, actor }) => removeTwin(actor, params.id));
  implement(setTwinsActive, async ({ body, actor }) => ({
    changed: await changeActive(actor, body.twinIds, body.active),
  }));
  implement(copyTwin, async ({ params, body, actor }) => ({
    commandId: await startCopy(actor, params.id, body.assetIds),
  }));
  implement(getTwinTagAliases, ({ params, actor }) => readTagAliases(actor.tenant.db, params.id));
}
