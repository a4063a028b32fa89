import { calculateMtbf as calculate, getMtbf } from '@twinward/contracts/assets/mtbf';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function mtbfRoutes({ implement }: Routing): void {
  implement(getMtbf, ({ actor, params }) => service.getMtbf(actor.tenant.db, params.id));
  implement(calculate, ({ actor, params }) => service.calculateMtbf(actor, params.id));
}
