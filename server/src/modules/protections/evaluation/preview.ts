import type { ProtectionFindings } from '@twinward/contracts/protections/protection-preview';
import {
  type Blocks,
  type Budget,
  type CalculatedProgram,
  computeReach,
  createCalculatedEvaluator,
  createProtectionEvaluator,
  FindingsLog,
  type InputNeed,
  type PointBlock,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { BucketAccumulator, divideRange, type Series } from '../../../series/index.ts';
import type { InputSources } from '../definition/service.ts';
import { joined } from './calculate.ts';
import { createInputReader } from './inputs.ts';
import { withModels } from './models-in-use.ts';
import { type InputReader, readExtent, slices } from './plan.ts';

const maximumPoints = 20_000_000;

/** A program and a range from <= time < to, divided into a maximum number of buckets. */
export interface Trial {
  program: CalculatedProgram;
  sources: InputSources;
  from: number;
  to: number;
  buckets: number;
}

/**
 * Returns the points of a calculated tag in a range, or buckets if there are many. Stores nothing.
 * @throws AppError `too-large` above the maximum number of points per call; BudgetExceeded.
 */
export async function tryCalculation(
  db: Db,
  { program, sources, from, to, buckets }: Trial,
  budget?: Budget,
): Promise<Series> {
  const reader = createInputReader(db, program.inputs, sources);
  await assertFew(program.inputs, reader, { after: from - 1, upTo: to - 1 });
  const evaluator = createCalculatedEvaluator(program);
  evaluator.advance(await readBefore(program.inputs, reader, from), from - 1, { budget });
  const accumulator = new BucketAccumulator(divideRange(from, to, buckets));
  const parts: PointBlock[] = [];
  let points = 0;
  for await (const slice of slices({ program }, reader, from - 1, to - 1)) {
    const part = evaluator.advance(slice.blocks, slice.upTo, { budget });
    points += part.length;
    if (points <= buckets) parts.push(part);
    accumulator.addPoints(joined([part]));
  }
  if (points <= buckets) return { kind: 'points', points: joined(parts) };
  return { kind: 'buckets', buckets: accumulator.finish() };
}

/** A protection's program and a range from <= time < to. */
export interface ProtectionTrial {
  program: ProtectionProgram;
  sources: InputSources;
  from: number;
  to: number;
}

/**
 * Returns the findings of a protection in a range. Stores nothing. Evaluates points before the range as far back as
 * they affect it.
 * @throws AppError `too-large` above the maximum number of points per call; BudgetExceeded.
 */
export async function tryProtection(
  db: Db,
  trial: ProtectionTrial,
  budget?: Budget,
): Promise<ProtectionFindings> {
  return withModels(db, [trial.program], () => findIn(db, trial, budget));
}

async function findIn(
  db: Db,
  { program, sources, from, to }: ProtectionTrial,
  budget: Budget | undefined,
): Promise<ProtectionFindings> {
  const { inputs } = program;
  const options = { live: false, budget };
  const reader = createInputReader(db, inputs, sources);
  const evaluator = createProtectionEvaluator(program);
  const findings = new FindingsLog(from, to);
  const reach = computeReach(program);
  const before: ReturnType<typeof evaluator.advance>[] = [];
  if (reach === Number.POSITIVE_INFINITY) {
    const after = Math.min(from, (await readExtent({ program }, reader)).oldest) - 1;
    await assertFew(inputs, reader, { after, upTo: to - 1 });
    for await (const slice of slices({ program }, reader, after, from - 1)) {
      before.push(evaluator.advance(slice.blocks, slice.upTo, options));
    }
  } else {
    await assertFew(inputs, reader, { after: from - 1 - reach, upTo: to - 1 });
    const needs = inputs.map((input) => ({ ...input, window: reach }));
    before.push(evaluator.advance(await readBefore(needs, reader, from), from - 1, options));
  }
  findings.begin(before, evaluator.status());
  for await (const slice of slices({ program }, reader, from - 1, to - 1)) {
    findings.add(evaluator.advance(slice.blocks, slice.upTo, options));
  }
  return findings.finish(program);
}

/** @throws AppError `too-large` if the inputs have too many points in (after, upTo] for one call. */
export async function assertFew(
  inputs: readonly InputNeed[],
  reader: InputReader,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  let count = 0;
  for (const { alias } of inputs) count += await reader.count(alias, after, upTo);
  if (count <= maximumPoints) return;
  throw new AppError(
    'too-large',
    'The inputs have more than 20,000,000 points there. Ask for a shorter range.',
  );
}

/** Reads the inputs' points before a range that affect it: those of the windows, and the latest value. */
export async function readBefore(
  inputs: readonly InputNeed[],
  reader: InputReader,
  from: number,
): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, window } of inputs) {
    blocks.set(alias, await readBack(reader, alias, from, Math.max(window, minimumReach)));
  }
  return blocks;
}

const minimumReach = 3_600_000;

/**
 * Reads the points in a look-back before a time. The look-back is extended until it contains a value, or there are no
 * earlier points.
 */
async function readBack(
  reader: InputReader,
  alias: string,
  before: number,
  reach: number,
): Promise<PointBlock> {
  const extent = await reader.extent(alias);
  for (let span = reach; ; span *= 8) {
    const block = await reader.read(alias, before - 1 - span, before - 1);
    const hasValue = block.qualities ? block.qualities.some((quality) => quality < 2) : block.length > 0;
    if (hasValue || !extent || before - span <= extent.oldest) return block;
  }
}
