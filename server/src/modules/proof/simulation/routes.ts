import { Readable } from 'node:stream';
import { getSimulatedAnswers } from '@twinward/contracts/protections/pattern-answer';
import {
  applySimulation as applyContract,
  deleteSimulation as deleteContract,
  deleteSimulations,
  getSimulation,
  getSimulationStatus,
  getSimulationSummary,
  startSimulation as startContract,
} from '@twinward/contracts/protections/simulation';
import {
  downloadSimulation,
  getSimulationScore,
  getSimulationSpans,
  getSimulationTallies,
  listSimulatedExcursions,
} from '@twinward/contracts/protections/simulation-result';
import { pageRequest } from '../../../platform/database/list.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import {
  applySimulation,
  deleteProtectionSimulation,
  deleteSimulation,
  excursionLines,
  getProtectionSimulation,
  getSimulationState,
  getSummary,
  listAnswerSpans,
  listExcursions,
  listSpans,
  listTallies,
} from './service.ts';
import { startSimulation } from './start.ts';

export function simulationRoutes({ implement }: Routing): void {
  implement(getSimulation, ({ params, actor }) => getProtectionSimulation(actor.tenant.db, params.id));
  implement(getSimulationStatus, ({ params, actor }) => getSimulationState(actor.tenant.db, params.id));
  implement(deleteSimulations, ({ params, actor }) => deleteProtectionSimulation(actor, params.id));
  implement(startContract, ({ body, actor }) => startSimulation(actor, body));
  implement(deleteContract, ({ params, actor }) => deleteSimulation(actor, params.id));
  implement(applyContract, ({ params, actor }) => applySimulation(actor, params.id));
  implement(getSimulationSummary, ({ params, actor }) => getSummary(actor.tenant.db, params.id));
  implement(listSimulatedExcursions, ({ params, query, actor }) =>
    listExcursions(
      actor.tenant.db,
      params.id,
      {
        variant: query.variant,
        change: query.change,
        from: query.from === undefined ? undefined : new Date(query.from),
        to: query.to === undefined ? undefined : new Date(query.to),
      },
      pageRequest(query),
    ),
  );
  implement(getSimulationSpans, ({ params, query, actor }) => listSpans(actor.tenant.db, params.id, query));
  implement(getSimulationTallies, ({ params, query, actor }) =>
    listTallies(actor.tenant.db, params.id, query),
  );
  implement(getSimulatedAnswers, ({ params, query, actor }) =>
    listAnswerSpans(actor.tenant.db, params.id, query),
  );
  implement(downloadSimulation, async ({ params, query, actor, reply }) => {
    const lines = excursionLines(actor.tenant.db, params.id, query.variant);
    // The first line is read before the reply starts, so that errors get their status code.
    const { value } = await lines.next();
    const all = async function* () {
      yield value;
      yield* lines;
    };
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="simulation-${params.id}.csv"`)
      .send(Readable.from(all(), { objectMode: false }));
  });
  implement(getSimulationScore, (call) =>
    runTask(call, 'score-simulation', { id: call.params.id, variant: call.query.variant }),
  );
}
