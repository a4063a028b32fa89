import { search } from '@twinward/contracts/core/search';
import type { Routing } from '../../../platform/http/routing.ts';
import { searchEntries } from './service.ts';

export function searchRoutes({ implement }: Routing): void {
  implement(search, ({ actor, body, query }) =>
    searchEntries(actor.tenant.db, {
      ...body,
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
}
