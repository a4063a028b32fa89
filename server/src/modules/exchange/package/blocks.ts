import type { Step } from './plan.ts';

/** Most records that are written together. */
export const blockSize = 500;
/** Bytes of records that are written together: of larger ones fewer are held in memory. */
const blockLength = 1024 * 1024;

interface Block {
  depth: number;
  steps: Step[];
  /** Bytes of its records. */
  length: number;
}

/**
 * Steps that are written together, in an order in which what a record needs is there before it: records that are created,
 * of one kind, that don't need one another. All other steps stand alone.
 */
export function toBlocks(steps: readonly Step[]): Step[][] {
  /** Of records by the numbers of their names. */
  const depths = new Map<number, number>();
  const blocks: Block[] = [];
  /** By depth and kind, the block that takes more steps. */
  const open = new Map<string, Block>();
  /** What stands behind a record that is written in two steps stays behind both. */
  let floor = 0;
  let deepest = 0;
  for (const step of steps) {
    const { packed, action } = step.planned;
    const needs = packed.needs.map((number) => depths.get(number) ?? -1);
    if (step.part !== 'whole') floor = deepest + 1;
    const depth = needs.reduce((most, need) => Math.max(most, need + 1), floor);
    if (step.part !== 'whole') floor = depth + 1;
    deepest = Math.max(deepest, depth);
    depths.set(packed.number, depth);
    const isShared = packed.kind.createAll !== undefined && action === 'create' && step.part === 'whole';
    const place = `${depth} ${packed.kind.name}`;
    const block = isShared ? open.get(place) : undefined;
    if (block && block.steps.length < blockSize && block.length + packed.length <= blockLength) {
      block.steps.push(step);
      block.length += packed.length;
      continue;
    }
    const begun = { depth, steps: [step], length: packed.length };
    blocks.push(begun);
    if (isShared) open.set(place, begun);
  }
  return blocks.toSorted((one, other) => one.depth - other.depth).map((block) => block.steps);
}
