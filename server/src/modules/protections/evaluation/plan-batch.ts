import { compileProtection, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { type StoredDefinition, unreadable } from '../definition/service.ts';
import type { BatchWork } from './batch-work.ts';
import { listDefinitionsWithModels } from './definitions.ts';
import type { DueProtection } from './due-store.ts';
import type { RunningEvaluation } from './evaluate.ts';
import type { ProtectionPlan } from './evaluation-result.ts';
import { modelsInUse } from './models-in-use.ts';
import { planEvaluation, planFrom } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { readHistories, selectKnown } from './store.ts';
import { noHistory } from './tracking.ts';

/** A due protection, with its parked evaluation where that can continue. */
export interface Resumed extends DueProtection {
  running: RunningEvaluation | null;
}

export type DuePlan = ProtectionPlan & { due: Resumed };

/** Protections whose definitions are read in one statement. A batch may have no time to compile more. */
const definitionsPerRead = 500;

/** Plans the active protections that compile, while the batch has time. Adds the others to `batch.failed` with their errors. */
export async function planAll(
  db: Db,
  due: readonly Resumed[],
  cache: PreparedCache,
  batch: BatchWork,
): Promise<DuePlan[]> {
  const plans: Omit<DuePlan, 'before'>[] = [];
  const left: Resumed[] = [];
  for (const one of due) {
    if (!one.active || one.running) continue;
    const prepared = cache.take(one.protectionId);
    if (prepared && prepared.token === one.token && prepared.stored.version === one.version) {
      const liveAfter = prepared.history.states.at(-1)?.time ?? one.liveSince.getTime();
      const { arrived } = one;
      const activeSince = one.liveSince.getTime();
      const plan = planFrom(prepared, one.since);
      plans.push({ ...plan, atHand: prepared, liveAfter, activeSince, arrived, due: one });
    } else {
      left.push(one);
    }
  }
  for (let start = 0; start < left.length; start += definitionsPerRead) {
    const group = left.slice(start, start + definitionsPerRead);
    if (start > 0 && batch.isOver) for (const due of group) batch.postpone(due);
    else plans.push(...(await compileAll(db, group, batch)));
  }
  return withKnown(db, plans);
}

/** Reads, compiles and plans protections, while the batch has time. Adds those that do not compile to `batch.failed`. */
async function compileAll(
  db: Db,
  protections: readonly Resumed[],
  batch: BatchWork,
): Promise<Omit<DuePlan, 'before'>[]> {
  const plans: Omit<DuePlan, 'before'>[] = [];
  const ids = protections.map((one) => one.protectionId);
  const definitions = await listDefinitionsWithModels(db, ids);
  const histories = await readHistories(db, ids);
  for (const due of protections) {
    if (!(await batch.mayPrepare(due))) continue;
    const { protectionId, since, arrived } = due;
    const stored = definitions.get(protectionId)!;
    if (stored.problem !== null) {
      batch.failed.push({ protectionId, twinId: stored.twinId, message: stored.problem });
      continue;
    }
    const compiled = compileProtection(stored.definition, undefined, modelsInUse);
    if (!compiled.ok) {
      batch.failed.push({
        protectionId,
        twinId: stored.twinId,
        message: describeErrors(compiled.errors, stored),
      });
      continue;
    }
    const aliases = compiled.program.inputs.map(({ alias }) => alias);
    const messages = unreadable(aliases, stored.sources);
    if (messages.length > 0) {
      batch.failed.push({ protectionId, twinId: stored.twinId, message: messages.join('\n') });
      continue;
    }
    const saved = histories.get(protectionId);
    // The version doesn't count changes of the twin's start date and the time zone; the fingerprint does.
    const isCurrent =
      saved?.version === stored.version &&
      saved.history.states.at(-1)?.program === compiled.program.code.fingerprint;
    const plan = planEvaluation(stored, compiled.program, isCurrent ? saved.history : noHistory, since);
    plans.push({
      ...plan,
      atHand: null,
      liveAfter: saved?.history.states.at(-1)?.time ?? due.liveSince.getTime(),
      activeSince: due.liveSince.getTime(),
      arrived,
      due,
    });
  }
  return plans;
}

/** Adds the stored excursions of the history that is evaluated again. */
async function withKnown(db: Db, plans: readonly Omit<DuePlan, 'before'>[]): Promise<DuePlan[]> {
  const again = plans.filter(({ start, history }) => !start || start !== history.states.at(-1));
  const known = await selectKnown(
    db,
    again.map(({ stored, start }) => ({ protectionId: stored.protectionId, after: start?.time ?? null })),
  );
  return plans.map((plan) => {
    const { thresholdIds, protectionId } = plan.stored;
    const before = (known.get(protectionId) ?? []).flatMap(({ thresholdId, ...excursion }) => {
      const threshold = thresholdIds.indexOf(thresholdId);
      return threshold < 0 ? [] : [{ threshold, ...excursion }];
    });
    return { ...plan, before };
  });
}

function describeErrors(
  errors: readonly ThresholdError[],
  { definition: { thresholds } }: StoredDefinition,
): string {
  return errors
    .map(({ threshold, message }) => {
      const name = thresholds[threshold]?.name;
      return name === undefined ? message : `${name}: ${message}`;
    })
    .join('\n');
}
