import {
  applyMapping,
  listMappings,
  modifyTagAliases,
  previewMapping,
  suggestTags as suggest,
  undoMapping,
} from '@twinward/contracts/twins/mapping';
import {
  createTagAlias,
  deleteTagAlias,
  getTwinTagAliases,
  updateTagAlias,
} from '@twinward/contracts/twins/tag-alias';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import * as mapping from './mapping.ts';
import { listAliasesOfTwin } from './service.ts';
import { createAlias, deleteAlias, updateAlias, updateAliases } from './write.ts';

export function aliasRoutes({ implement }: Routing): void {
  implement(createTagAlias, ({ body, actor }) => createAlias(actor, body));
  implement(updateTagAlias, ({ params, body, actor }) => updateAlias(actor, params.id, body));
  implement(deleteTagAlias, ({ params, actor }) => deleteAlias(actor, params.id));
  implement(modifyTagAliases, ({ body, actor }) => updateAliases(actor, body));
  implement(suggest, (call) => runTask(call, 'suggest-tags', call.body));
  implement(previewMapping, ({ body, actor }) => mapping.startPreview(actor, body));
  implement(applyMapping, ({ params, body, actor }) =>
    mapping.startMapping(actor, params.commandId, body.exceptAliasIds),
  );
  implement(undoMapping, ({ params, actor }) => mapping.startUndo(actor, params.commandId));
  implement(listMappings, ({ params, query, actor }) => mapping.listMappings(actor, params.commandId, query));
  implement(getTwinTagAliases, ({ params, actor }) => listAliasesOfTwin(actor.tenant.db, params.id));
}
