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
  saveToAnalysis,
  saveToAnalysisAssets,
  saveToBenchmark,
  saveToTwin,
} from './service.ts';

export function lifeDataRoutes({ implement }: Routing): void {
  implement(readLifeData, (call) => runTask(call, 'fit-lives', call.body));
  implement(putFitIntoTwin, ({ actor, params, body }) => saveToTwin(actor, params.id, body));
  implement(putFitIntoBenchmark, ({ actor, params, body }) => saveToBenchmark(actor, params.id, body));
  implement(putFitIntoAnalysis, ({ actor, params, body }) =>
    saveToAnalysis(actor, params.id, params.assetId, body),
  );
  implement(putFitIntoAnalysisAssets, ({ actor, params, body }) =>
    saveToAnalysisAssets(actor, params.id, body),
  );
  implement(getTwinFitSource, async ({ actor, params }) => ({
    source: await getTwinSource(actor.tenant.db, params.id),
  }));
  implement(getAnalysisFitSource, async ({ actor, params }) => ({
    source: await getAnalysisSource(actor.tenant.db, params.id, params.assetId),
  }));
}
