import {
  getKnownHistory,
  getProtectionScore,
  markRange as markContract,
  unmarkRange as unmarkContract,
} from '@twinward/contracts/protection-score';
import type { Routing } from '../../platform/routing.ts';
import { markRange, readKnownHistory, readScore, unmarkRange } from './service.ts';

export function protectionScoreRoutes({ implement }: Routing): void {
  implement(getProtectionScore, ({ params, actor }) => readScore(actor.tenant.db, params.id));
  implement(getKnownHistory, ({ params, actor }) => readKnownHistory(actor.tenant.db, params.id));
  implement(markContract, ({ params, body, actor }) => markRange(actor, params.id, body));
  implement(unmarkContract, ({ params, actor }) => unmarkRange(actor, params.id, params.rangeId));
}
