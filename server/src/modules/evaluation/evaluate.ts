import { randomUUID } from 'node:crypto';
import {
  type Blocks,
  createProtectionEvaluator,
  type EvaluationState,
  type PointBlock,
  type ProtectionEvaluator,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from './definition.ts';
import { type Recorded, Recorder } from './recorder.ts';
import { backTo, extend, type History, stateBefore } from './tracking.ts';

/** A protection as it can go on being evaluated: its evaluator is at the end of its history. */
export interface Prepared {
  stored: StoredDefinition;
  program: ProtectionProgram;
  evaluator: ProtectionEvaluator;
  history: History;
  /** Names the saving of this history: who holds an evaluator knows by it that nobody went on without it. */
  token: string;
}

/** How a protection is to be evaluated. */
export interface Plan {
  stored: StoredDefinition;
  program: ProtectionProgram;
  /** What was saved under the same definition. */
  history: History;
  /** Of the history, where to go on; null to begin at the beginning. */
  start: EvaluationState | null;
  /** When it is at hand, at `start`. */
  evaluator: ProtectionEvaluator | null;
}

/**
 * Plans an evaluation from where the last one left off; from before `since`, when points came later than
 * that; or from the beginning when there is no state to go back to.
 * @param since the earliest new point; null for an evaluation from the beginning.
 */
export function planEvaluation(
  stored: StoredDefinition,
  program: ProtectionProgram,
  history: History,
  since: number | null,
): Plan {
  return {
    stored,
    program,
    history,
    start: since === null ? null : stateBefore(history, since),
    evaluator: null,
  };
}

/** A plan to go on with an evaluator at hand; null when the new points begin too early for it. */
export function planAtHand(
  { stored, program, evaluator, history }: Prepared,
  since: number | null,
): Plan | null {
  const start = history.states.at(-1)!;
  return since === null || since <= start.time ? null : { stored, program, history, start, evaluator };
}

/** After when an input's points are needed; before all points when there is nothing to go on from. */
export function neededAfter({ start, evaluator }: Plan, window: number): number {
  if (!start) return -1;
  return evaluator ? start.time : Math.max(-1, start.time - window);
}

/** What an evaluation of one protection brought. Times in epoch milliseconds. */
export interface Evaluation extends Pick<Recorded, 'excursions' | 'levels'> {
  prepared: Prepared;
  /** All that became known after this time is replaced; null when the evaluation only adds to it. */
  replacesAfter: number | null;
  level: number;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  nextChange: number | null;
  checkpointsChanged: boolean;
}

/**
 * Evaluates on points in memory.
 * @param blocks every input's points from when the plan needs them on.
 * @param now up to which passing time may change the answer.
 * @returns null when there is nothing to evaluate yet.
 */
export function evaluateOn(plan: Plan, blocks: Blocks, now: number): Evaluation | null {
  let latest = plan.program.timeDriven ? now : Number.NEGATIVE_INFINITY;
  for (const { times, length } of blocks.values())
    if (length > 0) latest = Math.max(latest, times[length - 1]!);
  const upTo = plan.start ? Math.max(latest, plan.start.time) : latest;
  if (!Number.isFinite(upTo)) return null;
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, blocks));
  for (const step of stepsOf(plan, upTo)) recorder.advance(blocks, step.upTo, step.live);
  return conclude(plan, recorder);
}

/** Where an evaluation that does not fit in memory gets its points from. Ranges are (after, upTo]. */
export interface InputReader {
  /** The points or completed work of a tag. */
  read(tagId: number, after: number, upTo: number): Promise<PointBlock>;
  /** How many there are, about. */
  count(tagId: number, after: number, upTo: number): Promise<number>;
  /** Times of the oldest and latest; null when there is none. */
  extent(tagId: number): Promise<{ oldest: number; latest: number } | null>;
}

/** Evaluates as `evaluateOn` does, reading the points piece by piece. */
export async function evaluateFrom(plan: Plan, reader: InputReader, now: number): Promise<Evaluation | null> {
  const range = await rangeOf(plan, reader, now);
  if (!range) return null;
  const recorder = new Recorder(plan.evaluator ?? createEvaluator(plan, await readHistory(plan, reader)));
  let { after } = range;
  for (const { upTo, live } of stepsOf(plan, range.upTo)) {
    if (upTo < after) continue;
    for await (const slice of slices(plan, reader, after, upTo))
      recorder.advance(slice.blocks, slice.upTo, live);
    after = upTo;
  }
  return conclude(plan, recorder);
}

function createEvaluator({ program, start }: Plan, history: Blocks): ProtectionEvaluator {
  return createProtectionEvaluator(program, start ? { state: start, history } : undefined);
}

/** What was evaluated before is evaluated again without acting on it; what follows is new. */
function stepsOf({ start, history }: Plan, upTo: number): { upTo: number; live: boolean }[] {
  const last = history.states.at(-1);
  if (!start || !last) return [{ upTo, live: false }];
  if (start === last || last.time >= upTo) return [{ upTo, live: start === last }];
  return [
    { upTo: last.time, live: false },
    { upTo, live: true },
  ];
}

function conclude({ stored, program, start, history }: Plan, recorder: Recorder): Evaluation {
  const { excursions, levels, states } = recorder.recorded();
  const { evaluator } = recorder;
  const kept = start ? backTo(history, start) : { checkpoints: [], states: [] };
  const extended = extend(kept, states);
  const status = evaluator.status();
  return {
    prepared: { stored, program, evaluator, history: extended, token: randomUUID() },
    replacesAfter: !start ? Number.NEGATIVE_INFINITY : start === history.states.at(-1) ? null : start.time,
    excursions,
    levels,
    level: status.level,
    driving: status.driving,
    evaluatedAt: status.lastEvaluated,
    stale: status.noCalculation,
    nextChange: evaluator.nextChange(),
    checkpointsChanged: extended.checkpoints !== history.checkpoints,
  };
}

/** From where to where there is something to evaluate; null when there is nothing at all. */
async function rangeOf(
  { program: { definition, inputs, timeDriven }, stored: { tagIds }, start }: Plan,
  reader: InputReader,
  now: number,
): Promise<{ after: number; upTo: number } | null> {
  let oldest = (definition.type === 'activity' && definition.startDate) || Number.POSITIVE_INFINITY;
  let latest = timeDriven ? now : Number.NEGATIVE_INFINITY;
  for (const { alias } of inputs) {
    const extent = await reader.extent(tagIds.get(alias)!);
    if (!extent) continue;
    oldest = Math.min(oldest, extent.oldest);
    latest = Math.max(latest, extent.latest);
  }
  const after = start ? start.time : oldest - 1;
  return Number.isFinite(after) ? { after, upTo: Math.max(after, latest) } : null;
}

async function readHistory({ program, stored, start }: Plan, reader: InputReader): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  if (!start) return blocks;
  for (const { alias, window } of program.inputs) {
    if (window > 0) {
      blocks.set(alias, await reader.read(stored.tagIds.get(alias)!, start.time - window, start.time));
    }
  }
  return blocks;
}

/** About as many points as are held in memory at a time. */
const pointsPerSlice = 200_000;

/** The inputs of (after, upTo] in pieces of equal length that fit in memory; at least one. */
async function* slices(
  { program: { inputs }, stored: { tagIds } }: Plan,
  reader: InputReader,
  after: number,
  upTo: number,
): AsyncGenerator<{ blocks: Blocks; upTo: number }> {
  let points = 0;
  for (const { alias } of inputs) points += await reader.count(tagIds.get(alias)!, after, upTo);
  const pieces = Math.max(1, Math.ceil(points / pointsPerSlice));
  for (let piece = 0; piece < pieces; piece++) {
    const from = after + Math.floor(((upTo - after) * piece) / pieces);
    const to = after + Math.floor(((upTo - after) * (piece + 1)) / pieces);
    const blocks = new Map<string, PointBlock>();
    for (const { alias } of inputs) blocks.set(alias, await reader.read(tagIds.get(alias)!, from, to));
    yield { blocks, upTo: to };
  }
}
