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
import { backTo, extend, type History, stateBefore, type Tracking } from './tracking.ts';

/** Where an evaluation gets the points of its inputs from. Ranges are (after, upTo]. */
export interface InputReader {
  /** The points or completed work of a tag. */
  read(tagId: number, after: number, upTo: number): Promise<PointBlock>;
  /** How many there are, about. */
  count(tagId: number, after: number, upTo: number): Promise<number>;
  /** Times of the oldest and latest; null when there is none. */
  extent(tagId: number): Promise<{ oldest: number; latest: number } | null>;
}

/** A protection as it can go on being evaluated: its evaluator is at the end of its history. */
export interface Prepared {
  stored: StoredDefinition;
  program: ProtectionProgram;
  evaluator: ProtectionEvaluator;
  tracking: Tracking;
  checkpoints: readonly EvaluationState[];
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

/** About as many points as are held in memory at a time. */
const pointsPerSlice = 200_000;

/**
 * Evaluates a protection from what is stored: from where the last evaluation left off; from before
 * `since`, when points came later than that; or from the beginning when there is no state to go back to.
 * @param history the states saved under the same definition.
 * @param since the earliest new point; null for an evaluation from the beginning.
 * @param now up to which passing time may change the answer.
 * @returns null when there is nothing to evaluate yet.
 */
export async function evaluateStored(
  reader: InputReader,
  stored: StoredDefinition,
  program: ProtectionProgram,
  history: History,
  since: number | null,
  now: number,
): Promise<Evaluation | null> {
  const start = since === null ? null : stateBefore(history, since);
  const last = history.states.at(-1) ?? null;
  const range = await rangeOf(reader, program, stored.tagIds, start, now);
  if (!range) return null;
  const evaluator = createProtectionEvaluator(
    program,
    start ? { state: start, history: await readHistory(reader, program, stored.tagIds, start) } : undefined,
  );
  const recorder = new Recorder(evaluator);
  // What was evaluated before is evaluated again without acting on it; what follows is new.
  const again = since !== null && last !== null && last !== start;
  let { after } = range;
  for (const [upTo, live] of again
    ? [[last.time, false] as const, [range.upTo, true] as const]
    : [[range.upTo, start !== null] as const]) {
    if (upTo < after) continue;
    for await (const slice of slices(reader, program, stored.tagIds, after, upTo)) {
      recorder.advance(slice.blocks, slice.upTo, live);
    }
    after = upTo;
  }
  const kept = start ? backTo(history, start) : { checkpoints: [], states: [] };
  const replacesAfter = start === null ? Number.NEGATIVE_INFINITY : start === last ? null : start.time;
  return conclude(
    { stored, program, evaluator },
    kept,
    recorder.recorded(),
    replacesAfter,
    history.checkpoints,
  );
}

/**
 * Evaluates a protection whose evaluator is at hand on points that are all new to it.
 * @param blocks its inputs' points; those up to the last evaluation are ignored.
 */
export function evaluateOn(prepared: Prepared, blocks: Blocks, now: number): Evaluation {
  const { program, evaluator, tracking, checkpoints } = prepared;
  const recorder = new Recorder(evaluator);
  let upTo = program.timeDriven ? now : Number.NEGATIVE_INFINITY;
  for (const { times, length } of blocks.values()) if (length > 0) upTo = Math.max(upTo, times[length - 1]!);
  if (upTo > tracking.states.at(-1)!.time) recorder.advance(blocks, upTo, true);
  return conclude(prepared, { checkpoints, states: tracking.states }, recorder.recorded(), null, checkpoints);
}

function conclude(
  { stored, program, evaluator }: Pick<Prepared, 'stored' | 'program' | 'evaluator'>,
  kept: History,
  { excursions, levels, states }: Recorded,
  replacesAfter: number | null,
  checkpointsBefore: readonly EvaluationState[],
): Evaluation {
  const history = extend(kept, states);
  const tracking = { version: stored.version, token: randomUUID(), states: history.states };
  const status = evaluator.status();
  return {
    prepared: { stored, program, evaluator, tracking, checkpoints: history.checkpoints },
    replacesAfter,
    excursions,
    levels,
    level: status.level,
    driving: status.driving,
    evaluatedAt: status.lastEvaluated,
    stale: status.noCalculation,
    nextChange: evaluator.nextChange(),
    checkpointsChanged: history.checkpoints !== checkpointsBefore,
  };
}

/** From where to where there is something to evaluate; null when there is nothing at all. */
async function rangeOf(
  reader: InputReader,
  { definition, inputs, timeDriven }: ProtectionProgram,
  tagIds: ReadonlyMap<string, number>,
  start: EvaluationState | null,
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
  if (!Number.isFinite(after)) return null;
  return { after, upTo: Math.max(after, latest) };
}

async function readHistory(
  reader: InputReader,
  { inputs }: ProtectionProgram,
  tagIds: ReadonlyMap<string, number>,
  { time }: EvaluationState,
): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, window } of inputs) {
    if (window > 0) blocks.set(alias, await reader.read(tagIds.get(alias)!, time - window, time));
  }
  return blocks;
}

/** The inputs of (after, upTo] in pieces of equal length that fit in memory; at least one. */
async function* slices(
  reader: InputReader,
  { inputs }: ProtectionProgram,
  tagIds: ReadonlyMap<string, number>,
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
