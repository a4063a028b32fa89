import { getDraftSimulation, simulateDraft } from '@twinward/contracts/library/draft-simulation';
import type { Routing } from '../../../platform/http/routing.ts';
import * as draftSimulation from './service.ts';

export function draftSimulationRoutes({ implement }: Routing): void {
  implement(simulateDraft, ({ params, body, actor }) =>
    draftSimulation.startDraftSimulation(actor, params.id, body),
  );
  implement(getDraftSimulation, ({ params, actor }) => draftSimulation.getDraftSimulation(actor, params.id));
}
