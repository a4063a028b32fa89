import {
  getTwinParameters as getParameters,
  updateTwinParameters as updateParameters,
} from '@twinward/contracts/twins/parameter';
import type { Routing } from '../../../platform/http/routing.ts';
import { getTwinParameters, updateTwinParameters } from './service.ts';

export function parameterRoutes({ implement }: Routing): void {
  implement(getParameters, ({ params, actor }) => getTwinParameters(actor.tenant.db, params.id));
  implement(updateParameters, ({ params, body, actor }) => updateTwinParameters(actor, params.id, body));
}
