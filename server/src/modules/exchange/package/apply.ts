import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { analyzeGrownTables } from '../../../platform/database/statistics.ts';
import { AppError } from '../../../platform/errors.ts';
import { blockSize, toBlocks } from './blocks.ts';
import type { KindCall } from './kind.ts';
import type { Plan, Step } from './plan.ts';
import type { OpenPackage } from './read-package.ts';

/** Called after each write with the completed share of the writes, 0 to 1. */
export type OnStep = (share: number) => Promise<void>;

/**
 * Executes the writes of a plan, in the open transaction.
 * @throws AppError of the first record that cannot be written, with its name.
 */
export function applyPlan(
  call: KindCall,
  opened: OpenPackage,
  plan: Plan,
  onStep: OnStep = async () => {},
): Promise<void> {
  return writeAll(call, opened, { plan, onStep }, async (step) => {
    try {
      await writeStep(call, opened, step);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { kind, key } = step.planned.packed;
      throw new AppError('conflict', `${kind.name} ${key}: ${error.message}`);
    }
  });
}

/**
 * Executes the writes of a plan record by record, and marks those that cannot be written as in conflict. The caller
 * rolls the transaction back.
 */
export function tryPlan(call: KindCall, opened: OpenPackage, plan: Plan, onStep: OnStep): Promise<void> {
  return writeAll(call, opened, { plan, onStep }, async (step) => {
    const { planned } = step;
    if (planned.action === 'conflict') return;
    const message = await tryWrite(call, () => writeStep(call, opened, step));
    if (message === null) return;
    planned.action = 'conflict';
    planned.message = message;
  });
}

/**
 * Writes each block at once. A block with a record that cannot be written is split in halves, down to single records.
 * Now and then the planner's statistics are updated (ANALYZE).
 */
async function writeAll(
  call: KindCall,
  opened: OpenPackage,
  { plan: { steps }, onStep }: { plan: Plan; onStep: OnStep },
  write: (step: Step) => Promise<void>,
): Promise<void> {
  const writeBlock = async (block: readonly Step[]): Promise<void> => {
    if (block.length === 1) return write(block[0]!);
    if (await createTogether(call, opened, block)) return;
    const middle = Math.ceil(block.length / 2);
    await writeBlock(block.slice(0, middle));
    await writeBlock(block.slice(middle));
  };
  let done = 0;
  let analyzed = 0;
  for (const block of toBlocks(steps)) {
    await writeBlock(block);
    done += block.length;
    if (done - analyzed >= blockSize) {
      await analyzeGrownTables(call.actor.tenant.db);
      analyzed = done;
    }
    await onStep(done / steps.length);
  }
}

/** @returns whether the records of a block were created; if not, nothing was written. */
async function createTogether(call: KindCall, opened: OpenPackage, block: readonly Step[]): Promise<boolean> {
  const { kind } = block[0]!.planned.packed;
  const records = await opened.readAll(block.map(({ planned }) => planned.packed));
  return (await tryWrite(call, () => kind.createAll!(call, records))) === null;
}

/**
 * Runs a write, and undoes it if it is rejected.
 * @returns the reason; null if it was written.
 */
async function tryWrite({ actor }: KindCall, write: () => Promise<void>): Promise<string | null> {
  try {
    await inSavepoint(actor.tenant.db, write);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/**
 * Executes one write of a plan.
 * @throws AppError
 */
export async function writeStep(call: KindCall, opened: OpenPackage, { planned, part }: Step): Promise<void> {
  const { packed, action } = planned;
  const { kind, key } = packed;
  const record = await opened.read(packed);
  if (action === 'create' && part !== 'rest')
    return kind.create(call, part === 'core' ? kind.toCore!(record) : record);
  const before = (await kind.read(call, [key])).get(key);
  if (before === undefined) throw new AppError('conflict', 'It was deleted at the same time.');
  await kind.update(call, record, before);
}
