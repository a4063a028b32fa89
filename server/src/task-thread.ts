import type { ErrorBody, ErrorId } from '@twinward/contracts/core/error';
import { type Budget, BudgetExceeded, createBudget } from '@twinward/domain/evaluation';
import { z } from 'zod';
import { assetWorkbook } from './modules/assets/asset-import/workbook.ts';
import { planBenchmarks } from './modules/assets/benchmark/import.ts';
import { getScore } from './modules/proof/protection-score/service.ts';
import { getSimulationScore } from './modules/proof/simulation/service.ts';
import { previewTag } from './modules/protections/calculated-tag/preview.ts';
import { explainDefinition, tryDefinition } from './modules/protections/protection/preview.ts';
import { listDue } from './modules/protections/protection/read.ts';
import { chooseFrom, type Offers } from './modules/risk/improvement/service.ts';
import { getLives } from './modules/risk/life-data/service.ts';
import { riskAssetWorkbook } from './modules/risk/risk-analysis-import/workbook.ts';
import { scenarioWorkbook } from './modules/risk/scenario/workbook.ts';
import { getCounterData } from './modules/signals/data-point/counter.ts';
import { storePointsOfBody } from './modules/signals/data-point/large-body.ts';
import { tagWorkbook } from './modules/signals/tag-import/workbook.ts';
import { suggestTags } from './modules/twins/alias/suggestions.ts';
import { failureModeWorkbook } from './modules/twins/failure-mode/workbook.ts';
import { createWorkbook } from './modules/work/work/workbook.ts';
import { createDatabase, type Database, type Db } from './platform/database/database.ts';
import { AppError } from './platform/errors.ts';
import { issueMessage } from './platform/http/issue-messages.ts';
import { lowerPriority } from './platform/threads/priority.ts';
import { threadWork } from './platform/threads/thread-work.ts';
import './subscriptions.ts';

/**
 * What may keep a processor busy for longer than an answer may wait, so that it runs beside the thread that answers
 * requests. Input and result are cloned on their way.
 */
const tasks = {
  'preview-protection': tryDefinition,
  'explain-protection': explainDefinition,
  'preview-tag': previewTag,
  'failure-mode-workbook': failureModeWorkbook,
  'fit-lives': (db, request: Parameters<typeof getLives>[1]) => getLives(db, request),
  'asset-workbook': assetWorkbook,
  'choose-improvements': async (_db, offers: Offers) => chooseFrom(offers),
  'plan-benchmarks': planBenchmarks,
  'read-counter': (db, { tagId, request }: { tagId: number; request: CounterRequest }) =>
    getCounterData(db, tagId, request),
  'read-due': listDue,
  'score-protection': getScore,
  'score-simulation': (db, { id, variant }: { id: number; variant: number }) =>
    getSimulationScore(db, id, variant),
  'store-points': storePointsOfBody,
  'suggest-tags': (db, { aliasIds, limit }: { aliasIds: number[]; limit: number }) =>
    suggestTags(db, aliasIds, limit),
  'tag-workbook': tagWorkbook,
  'risk-asset-workbook': riskAssetWorkbook,
  'scenario-workbook': scenarioWorkbook,
  'work-workbook': createWorkbook,
} satisfies Record<string, (db: Db, input: never, budget: Budget) => Promise<unknown>>;

type CounterRequest = Parameters<typeof getCounterData>[2];

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export interface TaskRequest {
  /** Of the tenant's database. Secret. */
  connectionString: string;
  name: TaskName;
  input: unknown;
  /** How long it may take. */
  milliseconds: number;
}

/** Errors are told by their parts: a clone of one keeps its message alone. */
export type TaskReply =
  | { result: unknown }
  | { error: 'too-long' }
  | { error: AppErrorParts }
  | { error: { name: string; code: string | undefined; message: string; stack: string | undefined } };

interface AppErrorParts extends Pick<ErrorBody, 'detail' | 'errors' | 'current'> {
  id: ErrorId;
  message: string;
  retryAfter: number | undefined;
}

/** The database of the last task, with one connection. */
let open: (Database & { connectionString: string }) | null = null;

async function databaseOf({ connectionString }: TaskRequest): Promise<Db> {
  if (open?.connectionString !== connectionString) {
    await open?.db.destroy();
    const database = createDatabase(connectionString, {
      work: 'request',
      max: 1,
      applicationName: 'twinward task',
    });
    open = { ...database, connectionString };
  }
  return open.db;
}

z.config({ customError: issueMessage });
lowerPriority();

export default threadWork(async (request: TaskRequest): Promise<TaskReply> => {
  const { name, input, milliseconds } = request;
  const budget = createBudget({ deadline: Date.now() + milliseconds });
  try {
    const db = await databaseOf(request);
    return { result: await tasks[name](db, input as never, budget) };
  } catch (error) {
    return replyOf(error as Error & { code?: string });
  }
});

function replyOf(error: Error & { code?: string }): TaskReply {
  if (error instanceof BudgetExceeded) return { error: 'too-long' };
  if (error instanceof AppError) {
    const { id, message, detail, errors, current, retryAfter } = error;
    return { error: { id, message, detail, errors, current, retryAfter } };
  }
  const { name, code, message, stack } = error;
  return { error: { name, code, message, stack } };
}
