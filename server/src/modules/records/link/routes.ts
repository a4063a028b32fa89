import {
  createLinks,
  listLinkCandidates,
  listLinkedRecords,
  listLinkPanels,
  listReferences,
  removeLinks,
} from '@twinward/contracts/records/link';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function linkRoutes({ implement }: Routing): void {
  implement(listLinkPanels, ({ actor, params }) => service.listPanels(actor, params.type, params.id));
  implement(listLinkedRecords, ({ actor, params, body, query }) =>
    service.listLinkedRecords(actor, params, listRequest(body, query)),
  );
  implement(listLinkCandidates, ({ actor, params, body, query }) =>
    service.listCandidates(actor, params, listRequest(body, query)),
  );
  implement(listReferences, ({ actor, params, query }) => service.listReferences(actor, params.type, query));
  implement(createLinks, ({ actor, body }) => service.createLinks(actor, body));
  implement(removeLinks, ({ actor, body }) => service.removeLinks(actor, body.ids));
}
