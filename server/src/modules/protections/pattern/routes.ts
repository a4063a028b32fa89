import {
  createProtectionWithPattern,
  getIndicatorPattern,
  judgeAnswer as judgeContract,
  updateIndicatorPattern,
  updatePatterns as updatePatternsContract,
} from '@twinward/contracts/protections/indicator-pattern';
import {
  cancelTraining as cancelContract,
  getTrainingStatus,
  trainPatterns,
  unwatchTraining as unwatchContract,
  watchTraining as watchContract,
} from '@twinward/contracts/protections/pattern-training';
import {
  applyPatternVersion,
  compareVersions,
  getPatternFit,
  listPatternVersions,
} from '@twinward/contracts/protections/pattern-version';
import type { Routing } from '../../../platform/http/routing.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { getPatternSet } from '../pattern-model/service.ts';
import { judgeAnswer } from './feedback.ts';
import { createWithPattern, updatePatternSet, updatePatterns } from './sets.ts';
import {
  cancelTraining,
  getTraining,
  startTraining,
  unwatchTraining,
  watchTraining,
} from './training/start.ts';
import { applyVersion, listVersions } from './versions/apply.ts';
import { getFit } from './versions/fit.ts';

export function patternRoutes({ implement }: Routing): void {
  implement(createProtectionWithPattern, ({ body, actor }) => createWithPattern(actor, body));
  implement(getIndicatorPattern, ({ params, actor }) => getPatternSet(actor.tenant.db, params.id));
  implement(updateIndicatorPattern, ({ params, body, actor }) => updatePatternSet(actor, params.id, body));
  implement(updatePatternsContract, ({ params, body, actor }) => updatePatterns(actor, params.id, body));
  implement(trainPatterns, ({ params, actor }) => startTraining(actor, params.id));
  implement(cancelContract, ({ params, actor }) => cancelTraining(actor, params.id));
  implement(getTrainingStatus, ({ params, actor }) => getTraining(actor.tenant.db, params.id));
  implement(watchContract, ({ params, actor }) => watchTraining(actor, params.id));
  implement(unwatchContract, ({ params, actor }) => unwatchTraining(actor, params.id));
  implement(listPatternVersions, ({ params, actor }) => listVersions(actor.tenant.db, params.id));
  implement(applyPatternVersion, ({ params, actor }) => applyVersion(actor, params.id, params.version));
  implement(compareVersions, (call) =>
    runTask(call, 'compare-patterns', {
      setId: call.params.id,
      version: call.params.version,
      ...call.query,
    }),
  );
  implement(judgeContract, ({ params, body, actor }) => judgeAnswer(actor, params.id, body));
  implement(getPatternFit, ({ params, actor }) => getFit(actor.tenant.db, params.id));
}
