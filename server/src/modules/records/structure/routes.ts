import {
  createStructure,
  deleteStructure,
  getChosenStructure,
  getStructure,
  listStructureAncestors,
  listStructureChildren,
  listStructures,
  setChosenStructure,
  updateStructure,
} from '@twinward/contracts/records/structure';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function structureRoutes({ implement }: Routing): void {
  implement(listStructures, ({ actor, body, query }) =>
    service.listStructures(actor.tenant.db, listRequest(body, query)),
  );
  implement(getStructure, ({ actor, params }) => service.getStructure(actor.tenant.db, params.name));
  implement(createStructure, ({ actor, body }) => service.createStructure(actor, body));
  implement(updateStructure, ({ actor, params, body }) => service.updateStructure(actor, params.name, body));
  implement(deleteStructure, ({ actor, params }) => service.deleteStructure(actor, params.name));
  implement(listStructureChildren, ({ actor, params, query: { type, id, ...paging } }) =>
    service.listChildren(actor, params.name, id === undefined ? null : { type, id }, paging),
  );
  implement(listStructureAncestors, ({ actor, params }) => service.listWay(actor, params.name, params));
  implement(getChosenStructure, ({ actor }) => service.getChosenStructure(actor));
  implement(setChosenStructure, ({ actor, body }) => service.setChosenStructure(actor, body));
}
