import { getTimeZone, setTimeZone } from '@twinward/contracts/system/setting';
import type { Routing } from '../../../platform/http/routing.ts';
import { changeTimeZone, readTimeZone } from './time-zone.ts';

export function evaluationRoutes({ implement }: Routing): void {
  implement(getTimeZone, async ({ actor }) => ({ timeZone: await readTimeZone(actor.tenant.db) }));
  implement(setTimeZone, ({ actor, body }) => changeTimeZone(actor, body));
}
