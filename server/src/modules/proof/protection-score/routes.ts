import {
  getKnownHistory,
  getProtectionScore,
  markRange as markContract,
  unmarkRange as unmarkContract,
} from '@twinward/contracts/protections/protection-score';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import * as service from './service.ts';

export function protectionScoreRoutes({ implement }: Routing): void {
  implement(getProtectionScore, (call) => runTask(call, 'score-protection', call.params.id));
  implement(getKnownHistory, ({ params, actor }) => service.getKnownHistory(actor.tenant.db, params.id));
  implement(markContract, ({ params, body, actor }) => service.markRange(actor, params.id, body));
  implement(unmarkContract, ({ params, actor }) => service.unmarkRange(actor, params.id, params.rangeId));
}
