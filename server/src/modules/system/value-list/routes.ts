import { getValues, loadValueList } from '@twinward/contracts/system/value-list';
import type { Routing } from '../../../platform/http/routing.ts';
import { readValueList, readValues } from './service.ts';

export function valueListRoutes({ implement }: Routing): void {
  implement(loadValueList, ({ actor, params }) => readValueList(actor.tenant.db, params.listId));
  implement(getValues, ({ actor, params }) => readValues(actor.tenant.db, params.listName, params.system));
}
