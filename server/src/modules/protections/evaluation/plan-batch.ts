import { compileProtection, type ThresholdError } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { type StoredDefinition, unreadable } from '../definition/service.ts';
import type { BatchWork } from './batch-work.ts';
import { listDefinitionsWithModels } from './definitions.ts';
import type { DueProtection } from './due-store.ts';
import type { PreparedProtection, ProtectionPlan } from './evaluation-result.ts';
import { modelsInUse } from './models-in-use.ts';
import { planEvaluation, planFrom } from './plan.ts';
import type { PreparedCache } from './prepared-cache.ts';
import { readHistories, selectKnown } from './store.ts';
import { type History, noHistory } from './tracking.ts';

export type DuePlan = ProtectionPlan & { due: DueProtection };

/** Protections whose definitions are read in one statement. A batch may not have time to compile more. */
const definitionsPerRead = 500;

/**
 * Plans the active protections that compile, while the batch has time. Adds those that don't to `batch.failed` with
 * their errors.
 */
export async function planAll(
  db: Db,
  due: readonly DueProtection[],
  cache: PreparedCache,
  batch: BatchWork,
): Promise<DuePlan[]> {
  const plans: DuePlan[] = [];
  const left: DueProtection[] = [];
  for (const one of due) {
    if (!one.active) continue;
    const prepared = cache.take(one.protectionId);
    if (prepared && prepared.token === one.token && prepared.stored.version === one.version) {
      const plan = planFrom(prepared, one.since);
      plans.push(Object.assign(plan, toContext(one, prepared, plan.history)));
    } else {
      left.push(one);
    }
  }
  for (let start = 0; start < left.length; start += definitionsPerRead) {
    const group = left.slice(start, start + definitionsPerRead);
    if (start > 0 && batch.isOver) for (const due of group) batch.postpone(due);
    else plans.push(...(await compileAll(db, group, batch)));
  }
  await addKnown(db, plans);
  return plans;
}

/** @param history the last saved one, under any definition; null before the first. */
function toContext(due: DueProtection, atHand: PreparedProtection | null, history: History | null) {
  const { liveSince, arrived } = due;
  const liveAfter = history?.states.at(-1)?.time ?? liveSince;
  return { atHand, liveAfter, activeSince: liveSince, arrived, before: [], due };
}

/**
 * Reads, compiles and plans protections, while the batch has time. Adds those that do not compile to `batch.failed`.
 */
async function compileAll(
  db: Db,
  protections: readonly DueProtection[],
  batch: BatchWork,
): Promise<DuePlan[]> {
  const plans: DuePlan[] = [];
  const ids = protections.map((one) => one.protectionId);
  const definitions = await listDefinitionsWithModels(db, ids);
  const histories = await readHistories(db, ids);
  for (const due of protections) {
    if (!(await batch.mayPrepare(due))) continue;
    const { protectionId, since } = due;
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
    // The version does not change with the twin's start date and the time zone; the fingerprint does.
    const isCurrent =
      saved?.version === stored.version &&
      saved.history.states.at(-1)?.program === compiled.program.code.fingerprint;
    const plan = planEvaluation(stored, compiled.program, isCurrent ? saved.history : noHistory, since);
    plans.push(Object.assign(plan, toContext(due, null, saved?.history ?? null)));
  }
  return plans;
}

/** Adds the stored excursions of the history that is evaluated again. */
async function addKnown(db: Db, plans: readonly DuePlan[]): Promise<void> {
  const again = plans.filter(({ start, history }) => !start || start !== history.states.at(-1));
  const known = await selectKnown(
    db,
    again.map(({ stored, start }) => ({ protectionId: stored.protectionId, after: start?.time ?? null })),
  );
  for (const plan of again) {
    const { thresholdIds, protectionId } = plan.stored;
    plan.before = (known.get(protectionId) ?? []).flatMap(({ thresholdId, ...excursion }) => {
      const threshold = thresholdIds.indexOf(thresholdId);
      return threshold < 0 ? [] : [{ threshold, ...excursion }];
    });
  }
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
