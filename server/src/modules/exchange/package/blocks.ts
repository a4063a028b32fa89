import { nameOf } from './kind.ts';
import type { Step } from './plan.ts';

/** Most records that are written together. */
const blockSize = 100;

/**
 * Steps that are written together, in an order in which what a record needs is there before it: records that are created,
 * of one kind, that don't need one another. All other steps stand alone.
 */
export function toBlocks(steps: readonly Step[]): Step[][] {
  const depths = new Map<string, number>();
  const blocks: { depth: number; steps: Step[] }[] = [];
  /** By depth and kind, the block that takes more steps. */
  const open = new Map<string, Step[]>();
  /** What stands behind a record that is written in two steps stays behind both. */
  let floor = 0;
  let deepest = 0;
  for (const step of steps) {
    const { packed, action } = step.planned;
    const needs = packed.references.map((reference) => depths.get(nameOf(reference)) ?? -1);
    if (step.part !== 'whole') floor = deepest + 1;
    const depth = needs.reduce((most, need) => Math.max(most, need + 1), floor);
    if (step.part !== 'whole') floor = depth + 1;
    deepest = Math.max(deepest, depth);
    depths.set(nameOf({ kind: packed.kind.name, key: packed.key }), depth);
    const isShared = packed.kind.createAll !== undefined && action === 'create' && step.part === 'whole';
    const place = `${depth} ${packed.kind.name}`;
    const block = isShared ? open.get(place) : undefined;
    if (block && block.length < blockSize) {
      block.push(step);
      continue;
    }
    const steps = [step];
    blocks.push({ depth, steps });
    if (isShared) open.set(place, steps);
  }
  return blocks.toSorted((one, other) => one.depth - other.depth).map((block) => block.steps);
}
