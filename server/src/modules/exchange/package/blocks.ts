import type { Step } from './plan.ts';

/** Maximum number of records that are written together. */
export const blockSize = 500;
/** Maximum bytes of records that are written together, so that fewer large ones are in memory. */
const blockLength = 1024 * 1024;

interface Block {
  depth: number;
  steps: Step[];
  /** Size of its records in bytes. */
  length: number;
}

/**
 * Groups steps that are written together: created records of one kind that don't need each other, ordered so that
 * records come after those that they need. All other steps are in a block of their own.
 */
export function toBlocks(steps: readonly Step[]): Step[][] {
  /** Depths of records, by the numbers of their names. */
  const depths = new Map<number, number>();
  const blocks: Block[] = [];
  /** The block that takes more steps, by depth and kind. */
  const open = new Map<string, Block>();
  /** Steps after a record that is written in two steps stay after both of them. */
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
