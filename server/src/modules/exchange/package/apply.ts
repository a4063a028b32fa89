import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { KindCall } from './kind.ts';
import type { Plan, Step } from './plan.ts';
import type { OpenPackage } from './read-package.ts';

/** Is called after each write with the share of the writes that are done, 0 to 1. */
export type OnStep = (share: number) => Promise<void>;

/**
 * Writes what a plan says, in the open transaction.
 * @throws AppError of the first record that can't be written, with its name.
 */
export async function applyPlan(
  call: KindCall,
  opened: OpenPackage,
  { steps }: Plan,
  onStep: OnStep = async () => {},
): Promise<void> {
  for (const [place, step] of steps.entries()) {
    try {
      await writeStep(call, opened, step);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { kind, key } = step.planned.packed;
      throw new AppError('conflict', `${kind.name} ${key}: ${error.message}`);
    }
    await onStep((place + 1) / steps.length);
  }
}

/**
 * Writes what a plan says, each record by itself, and marks those that can't be written as in conflict. The caller rolls
 * the transaction back.
 */
export async function tryPlan(
  call: KindCall,
  opened: OpenPackage,
  { steps }: Plan,
  onStep: OnStep,
): Promise<void> {
  const { db } = call.actor.tenant;
  for (const [place, step] of steps.entries()) {
    const { planned } = step;
    if (planned.action !== 'conflict') {
      await sql`savepoint record`.execute(db);
      try {
        await writeStep(call, opened, step);
        await sql`release savepoint record`.execute(db);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint record`.execute(db);
        planned.action = 'conflict';
        planned.message = error.message;
      }
    }
    await onStep((place + 1) / steps.length);
  }
}

/** Makes one write of a plan. @throws AppError */
export async function writeStep(call: KindCall, opened: OpenPackage, { planned, part }: Step): Promise<void> {
  const { packed, action } = planned;
  const { kind, key } = packed;
  const record = await opened.read(packed);
  if (action === 'create' && part !== 'rest')
    return kind.create(call, part === 'core' ? kind.coreOf!(record) : record);
  const before = (await kind.read(call, [key])).get(key);
  if (before === undefined) throw new AppError('conflict', 'It was deleted at the same time.');
  await kind.update(call, record, before);
}
