import {
  createValueList,
  deleteValueList,
  getEditedList,
  getValues,
  listValueLists,
  loadValueList,
  replaceListItem,
  updateValueList,
} from '@twinward/contracts/system/value-list';
import { listRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as read from './read.ts';
import * as write from './write.ts';

export function valueListRoutes({ implement }: Routing): void {
  implement(loadValueList, ({ actor, params }) => read.getValueList(actor.tenant.db, params.listId));
  implement(getValues, ({ actor, params }) =>
    read.listValues(actor.tenant.db, params.listName, params.system),
  );
  implement(listValueLists, ({ actor, body, query }) =>
    read.listValueLists(actor.tenant.db, listRequest(body, query)),
  );
  implement(getEditedList, ({ actor, params }) => write.getEditedList(actor.tenant.db, params.name));
  implement(createValueList, ({ actor, body }) => write.createValueList(actor, body));
  implement(updateValueList, ({ actor, params, body }) => write.updateValueList(actor, params.id, body));
  implement(deleteValueList, ({ actor, params }) => write.deleteValueList(actor, params.id));
  implement(replaceListItem, ({ actor, params, body }) => write.replaceListItem(actor, params, body));
}
