import {
  createMarkedRange,
  deleteMarkedRange,
  getKnownHistory,
} from '@twinward/contracts/protections/known-history';
import { getProtectionScore } from '@twinward/contracts/protections/protection-score';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import * as service from './service.ts';

export function protectionScoreRoutes({ implement }: Routing): void {
  implement(getProtectionScore, (call) => runTask(call, 'score-protection', call.params.id));
  implement(getKnownHistory, ({ params, actor }) => service.getKnownHistory(actor.tenant.db, params.id));
  implement(createMarkedRange, ({ params, body, actor }) =>
    service.createMarkedRange(actor, params.id, body),
  );
  implement(deleteMarkedRange, ({ params, actor }) =>
    service.deleteMarkedRange(actor, params.id, params.rangeId),
  );
}
