import { getDiskNotice as contract } from '@twinward/contracts/system/disk-notice';
import type { Routing } from '../../../platform/http/routing.ts';
import { getDiskNotice } from './service.ts';

export function diskNoticeRoutes({ implement }: Routing): void {
  implement(contract, ({ actor }) => getDiskNotice(actor.tenant.db));
}
