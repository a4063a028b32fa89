import type { ErrorBody, ErrorId } from '@twinward/contracts/core/error';
import { type Budget, BudgetExceeded, createBudget } from '@twinward/domain/evaluation/model/budget';
import { z } from 'zod';
import type { Offers } from './modules/risk/improvement/service.ts';
import { createDatabase, type Database, type Db } from './platform/database/database.ts';
import { AppError } from './platform/errors.ts';
import { loadSubscriptionsBy } from './platform/events.ts';
import { issueMessage } from './platform/http/issue-messages.ts';
import { lowerPriority } from './platform/threads/priority.ts';
import { threadWork } from './platform/threads/thread-work.ts';

/**
 * What may keep a processor busy for longer than an answer may wait, so that it runs beside the thread that answers
 * requests. Input and result are cloned on their way. The modules of a task are loaded when it first runs, so that a
 * thread starts quickly.
 */
const tasks = {
  'preview-protection': () =>
    import('./modules/protections/protection/preview.ts').then(({ tryDefinition }) => tryDefinition),
  'explain-protection': () =>
    import('./modules/protections/protection/preview.ts').then(({ explainDefinition }) => explainDefinition),
  'explain-answer': () =>
    import('./modules/protections/pattern-answer/service.ts').then(({ explainAnswer }) => explainAnswer),
  'preview-tag': () =>
    import('./modules/protections/calculated-tag/preview.ts').then(({ previewTag }) => previewTag),
  'failure-mode-workbook': () =>
    withSubscriptions(import('./modules/twins/failure-mode/workbook.ts')).then(
      ({ failureModeWorkbook }) => failureModeWorkbook,
    ),
  'fit-lives': () =>
    import('./modules/risk/life-data/service.ts').then(
      ({ getLives }) =>
        (db: Db, request: Parameters<typeof getLives>[1]) =>
          getLives(db, request),
    ),
  'asset-workbook': () =>
    withSubscriptions(import('./modules/assets/asset-import/workbook.ts')).then(
      ({ assetWorkbook }) => assetWorkbook,
    ),
  'compare-models': () =>
    import('./modules/exchange/twin-model/compare.ts').then(({ compareDefinitions }) => compareDefinitions),
  'measure-model': () =>
    import('./modules/exchange/twin-model/performance.ts').then(({ measureModel }) => measureModel),
  'compare-patterns': () =>
    import('./modules/protections/pattern/versions/compare.ts').then(
      ({ compareVersions }) => compareVersions,
    ),
  'choose-improvements': () =>
    import('./modules/risk/improvement/service.ts').then(
      ({ chooseFrom }) =>
        async (_db: Db, offers: Offers) =>
          chooseFrom(offers),
    ),
  'plan-benchmarks': () =>
    import('./modules/assets/benchmark/import.ts').then(({ planBenchmarks }) => planBenchmarks),
  'read-head': () => import('./modules/signals/point-import/service.ts').then(({ readHead }) => readHead),
  'push-points': () =>
    withSubscriptions(import('./modules/signals/intake/push.ts')).then(
      ({ savePointsOfJson }) => savePointsOfJson,
    ),
  'write-lines': () =>
    withSubscriptions(import('./modules/signals/intake/push.ts')).then(({ saveLines }) => saveLines),
  'read-counter': () =>
    import('./modules/signals/data-point/counter.ts').then(
      ({ getCounterData }) =>
        (db: Db, { tagId, request }: { tagId: number; request: Parameters<typeof getCounterData>[2] }) =>
          getCounterData(db, tagId, request),
    ),
  'read-due': () => import('./modules/protections/protection/read.ts').then(({ listDue }) => listDue),
  'read-expected-values': () =>
    import('./modules/protections/expected-value/service.ts').then(
      ({ getExpectedValues }) => getExpectedValues,
    ),
  'run-query': () => import('./modules/questions/query/run.ts').then(({ runQuery }) => runQuery),
  'score-protection': () =>
    import('./modules/proof/protection-score/service.ts').then(({ getScore }) => getScore),
  'score-simulation': () =>
    import('./modules/proof/simulation/service.ts').then(
      ({ getSimulationScore }) =>
        (db: Db, { id, variant }: { id: number; variant: number }) =>
          getSimulationScore(db, id, variant),
    ),
  'store-points': () =>
    withSubscriptions(import('./modules/signals/data-point/large-body.ts')).then(
      ({ savePointsOfBody }) => savePointsOfBody,
    ),
  'suggest-tags': () =>
    import('./modules/twins/alias/suggestions.ts').then(
      ({ suggestTags }) =>
        (db: Db, { aliasIds, limit }: { aliasIds: number[]; limit: number }) =>
          suggestTags(db, aliasIds, limit),
    ),
  'tag-workbook': () =>
    withSubscriptions(import('./modules/signals/tag-import/workbook.ts')).then(
      ({ tagWorkbook }) => tagWorkbook,
    ),
  'risk-asset-workbook': () =>
    import('./modules/risk/risk-analysis-import/workbook.ts').then(
      ({ riskAssetWorkbook }) => riskAssetWorkbook,
    ),
  'scenario-workbook': () =>
    import('./modules/risk/scenario/workbook.ts').then(({ scenarioWorkbook }) => scenarioWorkbook),
  'work-file': () =>
    withSubscriptions(import('./modules/work/work/export.ts')).then(({ exportWork }) => exportWork),
} satisfies Record<string, () => Promise<Run>>;

type Run = (db: Db, input: never, budget: Budget) => Promise<unknown>;

// What happens in any other task loads the subscriptions by itself, in the time that the task has.
loadSubscriptionsBy(() => import('./subscriptions.ts'));

/** The module of a task that usually causes an event, loaded with the subscriptions. */
async function withSubscriptions<Module>(module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, import('./subscriptions.ts')]);
  return loaded;
}

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
type TaskAnswer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;
export type TaskInput<Name extends TaskName> = Parameters<TaskAnswer<Name>>[1];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<TaskAnswer<Name>>>;

export interface TaskRequest {
  /** Of the tenant's database. Secret. */
  connectionString: string;
  name: TaskName;
  input: unknown;
  /** How long it may take. */
  milliseconds: number;
}

/** Errors are sent by their parts: a clone of an error keeps its message alone. */
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

async function openDatabase({ connectionString }: TaskRequest): Promise<Db> {
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

export default threadWork(run, load);

function load({ name }: TaskRequest): Promise<Run> {
  return tasks[name]();
}

async function run(request: TaskRequest, task: Run): Promise<TaskReply> {
  const { input, milliseconds } = request;
  const budget = createBudget({ deadline: Date.now() + milliseconds });
  try {
    const db = await openDatabase(request);
    return { result: await task(db, input as never, budget) };
  } catch (error) {
    return toReply(error as Error & { code?: string });
  }
}

function toReply(error: Error & { code?: string }): TaskReply {
  if (error instanceof BudgetExceeded) return { error: 'too-long' };
  if (error instanceof AppError) {
    const { id, message, detail, errors, current, retryAfter } = error;
    return { error: { id, message, detail, errors, current, retryAfter } };
  }
  const { name, code, message, stack } = error;
  return { error: { name, code, message, stack } };
}
