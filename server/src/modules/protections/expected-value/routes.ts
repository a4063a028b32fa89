import * as contract from '@twinward/contracts/protections/expected-value';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { createDeviationTag } from './deviation-tag.ts';

export function expectedValueRoutes({ implement }: Routing): void {
  implement(contract.getExpectedValues, (call) =>
    runTask(call, 'read-expected-values', { id: call.params.id, ...call.query }),
  );
  implement(contract.createDeviationTag, ({ params, body, actor }) =>
    createDeviationTag(actor, params.id, body),
  );
}
