import {
  copyRecordType,
  createRecordType,
  deleteRecordType,
  getRecordType,
  getRecordTypeUse,
  listRecordTypes,
  updateRecordType,
} from '@twinward/contracts/records/record-type';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function recordTypeRoutes({ implement }: Routing): void {
  implement(listRecordTypes, ({ actor, body, query }) =>
    service.listRecordTypes(actor, listRequest(body, query)),
  );
  implement(getRecordType, ({ actor, params }) => service.getRecordType(actor, params.name));
  implement(getRecordTypeUse, ({ actor, params }) => service.getTypeUse(actor.tenant.db, params.name));
  implement(createRecordType, ({ actor, body }) => service.createRecordType(actor, body));
  implement(copyRecordType, ({ actor, params, body }) => service.copyRecordType(actor, params.name, body));
  implement(updateRecordType, ({ actor, params, body }) =>
    service.updateRecordType(actor, params.name, body),
  );
  implement(deleteRecordType, ({ actor, params }) => service.deleteRecordType(actor, params.name));
}
