import { search, searchByKind } from '@twinward/contracts/core/search';
import { pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function searchRoutes({ implement }: Routing): void {
  implement(search, ({ actor, body, query }) =>
    service.searchEntries(actor.tenant.db, {
      ...body,
      ...pageRequest(query),
    }),
  );
  implement(searchByKind, ({ actor, body }) => {
    const { ofEach, ...request } = body;
    return service.searchByKind(actor.tenant.db, request, ofEach);
  });
}
