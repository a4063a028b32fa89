import type { Blocks, PointBlock } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { type Points, readNewPoints } from '../../../series/index.ts';
import { neededAfter, type ReadingPlan } from './plan.ts';

/**
 * Reads the points of all plans in one statement, where they are few.
 * @returns each such plan with its blocks, and the others.
 */
export async function readPlanned<Planned extends ReadingPlan>(
  db: Db,
  plans: readonly Planned[],
): Promise<{ ready: { plan: Planned; blocks: Blocks }[]; left: Planned[] }> {
  const wanted = new Map<number, number>();
  for (const plan of plans) {
    for (const { alias, window } of plan.program.inputs) {
      const tagId = plan.stored.tagIds.get(alias)!;
      wanted.set(tagId, Math.min(neededAfter(plan, window), wanted.get(tagId) ?? Number.POSITIVE_INFINITY));
    }
  }
  const points = await readNewPoints(
    db,
    [...wanted].map(([tagId, after]) => ({ tagId, after })),
  );
  const ready: { plan: Planned; blocks: Blocks }[] = [];
  const left: Planned[] = [];
  for (const plan of plans) {
    const blocks = blocksOf(plan, points);
    if (blocks) ready.push({ plan, blocks });
    else left.push(plan);
  }
  return { ready, left };
}

/** The inputs' blocks; null when one of them has to be read by itself. */
function blocksOf(
  { program, stored }: ReadingPlan,
  points: ReadonlyMap<number, Points>,
): Map<string, PointBlock> | null {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, type } of program.inputs) {
    const found = points.get(stored.tagIds.get(alias)!);
    if (!found || type === 'work') return null;
    blocks.set(alias, blockOf(found));
  }
  return blocks;
}

/** Stored points as the engine takes them. */
export function blockOf({ times, values, qualities }: Points): PointBlock {
  return { times, values, qualities: qualities ?? undefined, length: times.length };
}
