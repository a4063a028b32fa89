import { MessageChannel } from 'node:worker_threads';
import type { Db } from '../../../../platform/database/database.ts';
import { AppError, found } from '../../../../platform/errors.ts';
import { publish } from '../../../../platform/live/live-events.ts';
import { ThreadPool } from '../../../../platform/threads/thread-pool.ts';
import type { CommandCall, CommandHandler } from '../../../jobs/command/service.ts';
import { trainingEnded } from '../events.ts';
import {
  deleteWatchers,
  lockProtectionOfSet,
  lockTraining,
  selectInputs,
  selectOutcome,
  selectTraining,
  type TrainingRow,
  updateTraining,
} from '../store.ts';
import { saveVersion } from '../versions/store-version.ts';
import { type PreparedTraining, prepareTraining } from './prepare.ts';
import type { TrainingAnswer, TrainingResult, TrainingWork } from './train-work.ts';

const pool = new ThreadPool({
  name: 'modules/protections/pattern/training/train-thread',
  threads: 1,
  resourceLimits: { maxOldGenerationSizeMb: 1024 },
});

/** Milliseconds between two writes of the progress. Each write also notices a cancellation. */
const interval = 300;
/** Share of the progress for reading points. */
const shareOfReading = 0.2;

/**
 * Executes commands of type train-patterns: reads the ranges, trains in a thread, and stores the version. An
 * interrupted run starts over with the same ranges.
 */
export const trainPatterns: CommandHandler = {
  run: carryOut,
  clean: end,
};

async function carryOut(call: CommandCall): Promise<Record<string, unknown>> {
  const training = await begin(call);
  if (training.version_number !== null) return { version: training.version_number };
  const report = new Report(call, training.pattern_set_id);
  const prepared = await prepareTraining(call.tenant.db, training.input, (done) =>
    report.write(shareOfReading * done),
  );
  const rows = prepared.ranges.reduce((sum, { grid }) => sum + grid.values.length / grid.inputs, 0);
  await report.write(shareOfReading, {
    status: 'processing',
    line: `read ${rows} rows of ${training.input.inputs.length} inputs at a step of ${prepared.step / 1000} s`,
  });
  const result = await train({ input: training.input, prepared }, report, call.signal);
  return call.transaction((db) => finish(db, call, { training, prepared, result }));
}

/** Marks the training as started. */
function begin(call: CommandCall): Promise<TrainingRow> {
  return call.transaction(async (db) => {
    const training = found(await lockTraining(db, call.commandId), 'Pattern set');
    if (training.version_number !== null) return training;
    const line = `${new Date().toISOString()} ${training.log.length > 1 ? 'begun again' : 'begun'}`;
    await updateTraining(db, call.commandId, { status: 'initializing', percent: 0, line });
    await call.progress(db, 0, {});
    await publish(db, { type: 'changed', kind: 'indicator-pattern' });
    return training;
  });
}

/** Writes the progress of a training, in transactions of its command. */
class Report {
  readonly #call: CommandCall;
  #last = 0;
  #written = -1;
  readonly setId: number;

  constructor(call: CommandCall, setId: number) {
    this.#call = call;
    this.setId = setId;
  }

  /**
   * Writes the completed share if the last write was some time ago, or if there is news.
   * @throws the error that ends a canceled command; AppError `not-found` if the set was deleted
   */
  async write(done: number, news?: { status: 'processing' | 'finalizing'; line: string }): Promise<void> {
    if (!news && Date.now() - this.#last < interval) return;
    this.#last = Date.now();
    const percent = Math.max(this.#written, Math.min(99, Math.floor(100 * done)));
    this.#written = percent;
    await this.#call.transaction(async (db) => {
      await this.#call.progress(db, percent, {});
      const line = news && `${new Date().toISOString()} ${news.line}`;
      const change = news ? { status: news.status, percent, line } : { percent };
      found((await updateTraining(db, this.#call.commandId, change)) || null, 'Pattern set');
      if (news) await publish(db, { type: 'changed', kind: 'indicator-pattern' });
    });
  }
}

/** Trains in a thread, which is terminated if the command is canceled or its process stops. */
async function train(
  work: Omit<TrainingWork, 'progress'>,
  report: Report,
  signal: AbortSignal,
): Promise<TrainingResult> {
  const { port1, port2 } = new MessageChannel();
  const stopped = new AbortController();
  let done = 0;
  port1.on('message', (share: number) => {
    done = share;
  });
  let failure: { error: unknown } | null = null;
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing
      .then(() => report.write(shareOfReading + (0.95 - shareOfReading) * done))
      .catch((error: unknown) => {
        failure ??= { error };
        stopped.abort();
      });
  }, interval);
  try {
    const answer = await pool.run<TrainingAnswer>(
      { ...work, progress: port2 },
      {
        transfer: [port2, ...work.prepared.ranges.map(({ grid }) => grid.values.buffer as ArrayBuffer)],
        signal: AbortSignal.any([signal, stopped.signal]),
      },
    );
    if ('problem' in answer) throw new AppError('conflict', answer.problem);
    return answer.result;
  } catch (error) {
    throw (failure as { error: unknown } | null)?.error ?? error;
  } finally {
    clearInterval(timer);
    await writing;
    port1.close();
  }
}

interface Finished {
  training: TrainingRow;
  prepared: PreparedTraining;
  result: TrainingResult;
}

/**
 * Stores the version, and puts it in service if it is the first one of its set.
 * @throws AppError `conflict` if an input no longer exists.
 */
async function finish(
  db: Db,
  call: CommandCall,
  { training, prepared, result }: Finished,
): Promise<Record<string, unknown>> {
  const setId = training.pattern_set_id;
  const protection = found(await lockProtectionOfSet(db, setId), 'Pattern set');
  const inputs = new Set((await selectInputs(db, protection.id)).map(({ id }) => id));
  const gone = training.input.inputs.find(({ tagAliasId }) => !inputs.has(tagAliasId));
  if (gone) {
    throw new AppError('conflict', `The input [${gone.name}] was removed while the model was trained.`);
  }
  const version = await saveVersion(db, protection, { training, prepared, result });
  await updateTraining(db, call.commandId, {
    status: 'finalizing',
    percent: 99,
    version_number: version,
    line: `${new Date().toISOString()} made version ${version}`,
  });
  await call.progress(db, 99, { version });
  return { version, macroF1: result.evaluation.macroF1 };
}

/** Ends the training with its command, and notifies the users who asked for it. */
async function end(db: Db, input: Record<string, unknown>, commandId: string): Promise<void> {
  const setId = input.setId as number;
  const training = await selectTraining(db, setId);
  const outcome = await selectOutcome(db, commandId);
  if (!training || training.command_id !== commandId || !outcome) return;
  const status = outcome.status as 'done' | 'error' | 'canceled';
  await updateTraining(db, commandId, {
    status,
    error: outcome.error,
    ...(status === 'done' ? { percent: 100 } : {}),
    line: `${new Date().toISOString()} ${status}${outcome.error === null ? '' : `: ${outcome.error}`}`,
  });
  const protection = found(await lockProtectionOfSet(db, setId), 'Pattern set');
  const userIds = await deleteWatchers(db, setId);
  await trainingEnded.emit(db, {
    protectionId: protection.id,
    twinId: protection.twinId,
    name: protection.name,
    outcome: status,
    version: training.version_number,
    error: outcome.error,
    userIds,
  });
  await publish(db, { type: 'changed', kind: 'indicator-pattern' });
}
