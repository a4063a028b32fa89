import { calculateMtbf as calculate, getMtbf } from '@twinward/contracts/assets/mtbf';
import type { Routing } from '../../../platform/http/routing.ts';
import { calculateMtbf, readMtbf } from './service.ts';

export function mtbfRoutes({ implement }: Routing): void {
  implement(getMtbf, ({ actor, params }) => readMtbf(actor.tenant.db, params.id));
  implement(calculate, ({ actor, params }) => calculateMtbf(actor, params.id));
}
