import { getProtection } from '@twinward/contracts/protection';
import type { Routing } from '../../platform/routing.ts';
import { readProtection } from './service.ts';

export function protectionRoutes({ implement }: Routing): void {
  implement(getProtection, ({ params, actor }) => readProtection(actor.tenant.db, params.id));
}
