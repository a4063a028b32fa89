import { explainAnswer, getAnswerSpans, getAnswers } from '@twinward/contracts/protections/pattern-answer';
import { pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { listAnswerSpans, listAnswers } from './service.ts';

export function patternAnswerRoutes({ implement }: Routing): void {
  implement(getAnswers, ({ params, query, actor }) =>
    listAnswers(actor.tenant.db, params.id, {
      from: query.from,
      to: query.to,
      ...pageRequest(query),
    }),
  );
  implement(getAnswerSpans, ({ params, query, actor }) =>
    listAnswerSpans(actor.tenant.db, params.id, { ...query, until: query.until ?? Date.now() }),
  );
  implement(explainAnswer, (call) =>
    runTask(call, 'explain-answer', { protectionId: call.params.id, time: call.query.time }),
  );
}
