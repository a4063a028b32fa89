import { getFirstSteps, setFirstSteps } from '@twinward/contracts/system/first-steps';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function firstStepsRoutes({ implement }: Routing): void {
  implement(getFirstSteps, ({ actor }) => service.getFirstSteps(actor));
  implement(setFirstSteps, ({ actor, body }) => service.setFirstSteps(actor, body));
}
