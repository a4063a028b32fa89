import { clearDemo, getDemo, loadDemo, restartDemo } from '@twinward/contracts/system/demo';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './clear.ts';

export function demoRoutes({ implement }: Routing): void {
  implement(getDemo, ({ actor }) => service.getDemo(actor.tenant.db));
  implement(clearDemo, ({ actor }) => service.startClear(actor));
  implement(loadDemo, ({ actor }) => service.startLoad(actor));
  implement(restartDemo, ({ actor }) => service.startRestart(actor));
}
