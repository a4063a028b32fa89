import { getTimeZone, setTimeZone } from '@twinward/contracts/system/setting';
import type { Routing } from '../../../platform/http/routing.ts';
import { getTimeZone as getPlantTimeZone } from '../../system/setting/service.ts';
import { updateTimeZone } from './time-zone.ts';

export function evaluationRoutes({ implement }: Routing): void {
  implement(getTimeZone, async ({ actor }) => ({ timeZone: await getPlantTimeZone(actor.tenant.db) }));
  implement(setTimeZone, ({ actor, body }) => updateTimeZone(actor, body));
}
