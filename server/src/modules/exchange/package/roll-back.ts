import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { type CommandCall, type CommandHandler, startOwnCommand } from '../../jobs/command/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { toActor, toKindCall } from './actor.ts';
import { type OnStep, writeStep } from './apply.ts';
import { createProgress } from './check.ts';
import { hashRecords } from './import.ts';
import { lockImport, selectImportName, updateRolledBack } from './import-store.ts';
import { type KindCall, type Reference, toName } from './kind.ts';
import { findKind } from './kinds/index.ts';
import { notifyOfRollBack } from './notices.ts';
import { createPlan } from './plan.ts';
import { withPackage } from './read-package.ts';

const audit = new EntityAudit('package');

interface RollBackInput {
  importId: number;
  userId: number;
}

const alreadyDone = 'The import was already rolled back.';

/**
 * Starts a command that rolls an import back.
 * @throws AppError `not-found`; `conflict` if it was rolled back already.
 */
export async function startRollBack({ tenant, userId }: Actor, importId: number): Promise<string> {
  const row = found(await selectImportName(tenant.db, importId), 'Import');
  if (row.rolled_back_at !== null) throw new AppError('conflict', alreadyDone);
  return startOwnCommand(
    { tenant, userId },
    {
      type: 'roll-back-package',
      targetType: 'exchange',
      targetId: String(importId),
      targetName: row.file_name,
      input: { importId, userId } satisfies RollBackInput,
    },
  );
}

/** Executes commands of type roll-back-package, in one transaction. */
export const rollBackPackage: CommandHandler = { run, clean: notifyOfRollBack };

async function run(call: CommandCall): Promise<Record<string, unknown>> {
  const { importId, userId } = call.input as unknown as RollBackInput;
  return call.transaction(async (db) => {
    const actor = await toActor(call.tenant, db, userId);
    return rollBackIn(toKindCall(actor, { isRollBack: true }), importId, createProgress(call));
  });
}

/**
 * Rolls an import back in the open transaction: restores what it changed, and deletes what it created.
 * @param onStep is called with the completed share of the writes; an error that it throws ends the roll back
 * @throws AppError `not-found`; `conflict` if it was rolled back already, a record was changed since, or a new one is
 *   in use.
 */
async function rollBackIn(
  call: KindCall,
  importId: number,
  onStep: OnStep,
): Promise<{ restored: number; deleted: number }> {
  const { actor } = call;
  const { db } = actor.tenant;
  const row = found(await lockImport(db, importId), 'Import');
  if (row.rolled_back_at !== null) throw new AppError('conflict', alreadyDone);
  await assertUnchanged(call, row.after as Record<string, Record<string, string>>);
  const done = await withPackage(once(row.inverse), db, async (opened) => {
    const [problem] = opened.problems;
    if (problem) throw new AppError('conflict', `${problem.place}: ${problem.message}`);
    const plan = await createPlan(call, opened);
    const { deletes } = opened;
    const restores = plan.steps.map((step) => ({
      name: toName({ kind: step.planned.packed.kind.name, key: step.planned.packed.key }),
      run: () => writeStep(call, opened, step),
    }));
    await runAll(db, [...restores, ...untie(call, deletes), ...toDeletions(call, deletes)], onStep);
    return { restored: restores.length, deleted: deletes.length };
  });
  await updateRolledBack(db, importId, actor.userId);
  await audit.record(db, actor, 'delete', { id: importId, name: row.file_name }, { old: { ...done } });
  return done;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws AppError `conflict`, naming the first record that differs from what the import wrote. */
async function assertUnchanged(call: KindCall, after: Record<string, Record<string, string>>): Promise<void> {
  const keys = new Map(Object.entries(after).map(([kind, own]) => [findKind(kind)!, Object.keys(own)]));
  const now = await hashRecords(call, keys);
  for (const [kind, own] of Object.entries(after)) {
    const changed = Object.keys(own).find((key) => own[key] !== now[kind]?.[key]);
    if (changed !== undefined)
      throw new AppError(
        'conflict',
        `${kind} ${changed} was changed since the import: nothing was rolled back.`,
      );
  }
}

interface Operation {
  name: string;
  run(): Promise<void>;
}

/** Removes the references between the records that are to be deleted and others of their kind. */
const untie = (call: KindCall, deletes: readonly Reference[]): Operation[] =>
  deletes.flatMap((reference) => {
    const kind = findKind(reference.kind)!;
    if (!kind.toCore) return [];
    const run = async () => {
      const record = (await kind.read(call, [reference.key])).get(reference.key);
      if (record !== undefined) await kind.update(call, kind.toCore!(record), record);
    };
    return [{ name: toName(reference), run }];
  });

const toDeletions = (call: KindCall, deletes: readonly Reference[]): Operation[] =>
  deletes.map((reference) => ({
    name: toName(reference),
    run: () => findKind(reference.kind)!.delete(call, reference.key),
  }));

/**
 * Runs operations of which some must wait for others: a field is removed after no record has a value of it, and a
 * record is deleted after nothing refers to it. Rejected ones are retried as long as others succeed.
 * @throws AppError `conflict` of the first that is never accepted.
 */
async function runAll(db: Db, operations: readonly Operation[], onStep: OnStep): Promise<void> {
  let done = 0;
  let pending = operations;
  while (pending.length > 0) {
    const refused: { operation: Operation; message: string }[] = [];
    for (const operation of pending) {
      await onStep(done / operations.length);
      try {
        await inSavepoint(db, () => operation.run());
        done += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push({ operation, message: error.message });
      }
    }
    const [first] = refused;
    if (first && refused.length === pending.length)
      throw new AppError('conflict', `${first.operation.name}: ${first.message}`);
    pending = refused.map(({ operation }) => operation);
  }
}
