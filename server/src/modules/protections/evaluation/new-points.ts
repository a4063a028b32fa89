import { type Blocks, convertBlock, type PointBlock } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { type Points, readNewPoints } from '../../../series/index.ts';
import type { InputSource } from '../definition/service.ts';
import { neededAfter, type ReadingPlan } from './plan.ts';

/**
 * Reads the points of all plans with few points in one statement.
 * @returns the plans with their blocks, and the remaining plans.
 */
export async function readPlanned<Planned extends ReadingPlan>(
  db: Db,
  plans: readonly Planned[],
): Promise<{ ready: { plan: Planned; blocks: Blocks }[]; left: Planned[] }> {
  const wanted = new Map<number, number>();
  for (const plan of plans) {
    for (const { alias, window } of plan.program.inputs) {
      const { tagId } = plan.stored.sources.get(alias)!;
      wanted.set(tagId, Math.min(neededAfter(plan, window), wanted.get(tagId) ?? Number.POSITIVE_INFINITY));
    }
  }
  const points = await readNewPoints(
    db,
    [...wanted].map(([tagId, after]) => ({ tagId, after })),
  );
  const columns = new Columns(points);
  const ready: { plan: Planned; blocks: Blocks }[] = [];
  const left: Planned[] = [];
  for (const plan of plans) {
    const blocks = toBlocks(plan, columns);
    if (blocks) ready.push({ plan, blocks });
    else left.push(plan);
  }
  return { ready, left };
}

/** Returns the inputs' blocks; null if one of them must be read separately. */
function toBlocks({ program, stored }: ReadingPlan, columns: Columns): Map<string, PointBlock> | null {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, type } of program.inputs) {
    const found = type === 'work' ? null : columns.get(stored.sources.get(alias)!);
    if (!found) return null;
    blocks.set(alias, found);
  }
  return blocks;
}

/** The points read, one column for each tag and unit. */
class Columns {
  readonly #points: ReadonlyMap<number, Points>;
  readonly #blocks = new Map<string, PointBlock>();

  constructor(points: ReadonlyMap<number, Points>) {
    this.#points = points;
  }

  /** Returns null if the tag's points must be read separately. */
  get(source: InputSource): PointBlock | null {
    const points = this.#points.get(source.tagId);
    if (!points) return null;
    const key = `${source.tagId} ${source.conversion?.a} ${source.conversion?.b}`;
    const block = this.#blocks.get(key) ?? toBlock(points, source);
    this.#blocks.set(key, block);
    return block;
  }
}

/** Stored points as values of an input. */
export function toBlock(
  { times, values, qualities }: Points,
  { conversion }: Pick<InputSource, 'conversion'>,
  convert = convertBlock,
): PointBlock {
  if (!conversion) throw new Error('An input whose unit can not be converted is not evaluated.');
  const block = { times, values, qualities: qualities ?? undefined, length: times.length };
  return convert(block, conversion);
}
