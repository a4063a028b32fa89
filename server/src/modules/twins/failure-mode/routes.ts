import {
  createFailureMode,
  deleteFailureMode,
  getTwinFailureModes,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function failureModeRoutes({ implement }: Routing): void {
  implement(getTwinFailureModes, ({ params, query, actor }) =>
    service.listFailureModes(actor.tenant.db, params.id, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(createFailureMode, ({ body, actor }) => service.createFailureMode(actor, body));
  implement(updateFailureMode, ({ body, actor }) => service.updateFailureMode(actor, body));
  implement(deleteFailureMode, ({ params, actor }) => service.deleteFailureMode(actor, params.id));
}
