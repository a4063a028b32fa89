import {
  getAnalysisFitSource,
  getTwinFitSource,
  putFitIntoAnalysis,
  putFitIntoAnalysisAssets,
  putFitIntoBenchmark,
  putFitIntoTwin,
  readLifeData,
} from '@twinward/contracts/risk/life-data';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import {
  getAnalysisSource,
  getTwinSource,
  putIntoAnalysis,
  putIntoAnalysisAssets,
  putIntoBenchmark,
  putIntoTwin,
} from './service.ts';

export function lifeDataRoutes({ implement }: Routing): void {
  implement(readLifeData, (call) => runTask(call, 'fit-lives', call.body));
  implement(putFitIntoTwin, ({ actor, params, body }) => putIntoTwin(actor, params.id, body));
  implement(putFitIntoBenchmark, ({ actor, params, body }) => putIntoBenchmark(actor, params.id, body));
  implement(putFitIntoAnalysis, ({ actor, params, body }) =>
    putIntoAnalysis(actor, params.id, params.assetId, body),
  );
  implement(putFitIntoAnalysisAssets, ({ actor, params, body }) =>
    putIntoAnalysisAssets(actor, params.id, body),
  );
  implement(getTwinFitSource, async ({ actor, params }) => ({
    source: await getTwinSource(actor.tenant.db, params.id),
  }));
  implement(getAnalysisFitSource, async ({ actor, params }) => ({
    source: await getAnalysisSource(actor.tenant.db, params.id, params.assetId),
  }));
}
