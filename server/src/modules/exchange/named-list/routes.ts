import { namedLists } from '@twinward/contracts/access/named-list';
import { exportNamedList } from '@twinward/contracts/system/named-list-export';
import { assertAccess } from '../../../platform/access.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type ExportedList, sendExport } from '../../jobs/list-export/service.ts';
import { exportedLists } from './lists.ts';

export function namedListRoutes({ implement }: Routing): void {
  implement(exportNamedList, (call) => {
    const { actor, params } = call;
    assertAccess(actor, namedLists[params.list].read);
    return sendExport(call, exportedLists[params.list](actor) as ExportedList<string, object>);
  });
}
