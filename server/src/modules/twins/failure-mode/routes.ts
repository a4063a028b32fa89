import {
  createFailureMode,
  deleteFailureMode,
  getTwinFailureModes,
  updateFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeFailureMode, makeFailureMode, readFailureModes, removeFailureMode } from './service.ts';

export function failureModeRoutes({ implement }: Routing): void {
  implement(getTwinFailureModes, ({ params, query, actor }) =>
    readFailureModes(actor.tenant.db, params.id, {
      pageNumber: query['page-number'],
      pageSize: query['page-size'],
    }),
  );
  implement(createFailureMode, ({ body, actor }) => makeFailureMode(actor, body));
  implement(updateFailureMode, ({ body, actor }) => changeFailureMode(actor, body));
  implement(deleteFailureMode, ({ params, actor }) => removeFailureMode(actor, params.id));
}
