import { hasAccess } from '@twinward/contracts/access/access';
import { namedLists } from '@twinward/contracts/access/named-list';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { exportNamedList } from '@twinward/contracts/system/named-list-export';
import { AppError } from '../../../platform/errors.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { type ExportedList, sendExport } from '../../jobs/list-export/service.ts';
import { exportedLists } from './lists.ts';

export function namedListRoutes({ implement }: Routing): void {
  implement(exportNamedList, (call) => {
    const { actor, params } = call;
    if (!hasAccess(actor, namedLists[params.list].read))
      throw new AppError('forbidden', insufficientPrivilege);
    return sendExport(call, exportedLists[params.list](actor) as ExportedList<string, object>);
  });
}
