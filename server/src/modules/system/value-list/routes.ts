import { getValues, loadValueList } from '@twinward/contracts/system/value-list';
import type { Routing } from '../../../platform/http/routing.ts';
import { getValueList, listValues } from './service.ts';

export function valueListRoutes({ implement }: Routing): void {
  implement(loadValueList, ({ actor, params }) => getValueList(actor.tenant.db, params.listId));
  implement(getValues, ({ actor, params }) => listValues(actor.tenant.db, params.listName, params.system));
}
