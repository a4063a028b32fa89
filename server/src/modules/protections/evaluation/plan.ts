import type { Blocks, EvaluationState, InputNeed, PointBlock } from '@twinward/domain/evaluation';
import type { InputSources } from '../definition/service.ts';
import { type History, stateBefore } from './tracking.ts';

/** The sources of an evaluation's points. */
export interface Sources {
  sources: InputSources;
}

/** A reader of inputs. */
interface Reading {
  inputs: readonly InputNeed[];
}

/** How a definition is evaluated with its program. */
export interface Plan<Stored extends Sources, Program extends Reading, Evaluator> {
  stored: Stored;
  program: Program;
  /** The history saved under the same definition. */
  history: History;
  /** The state of the history to continue from; null to start from the beginning. */
  start: EvaluationState | null;
  /** The cached evaluator at `start`, if any. */
  evaluator: Evaluator | null;
}

/** The parts of a plan that are needed to read its points. */
export type ReadingPlan = Plan<Sources, Reading, unknown>;

/** A completed evaluation that can continue: its evaluator is at the end of its history. */
export interface Prepared<Stored extends Sources, Program extends Reading, Evaluator> {
  stored: Stored;
  program: Program;
  evaluator: Evaluator;
  history: History;
  /**
   * Token of the last save of this history. The owner of the evaluator compares it to detect that another process has
   * evaluated since.
   */
  token: string;
}

/**
 * Plans an evaluation that continues from the end of the last one, from before `since` if points are late, or from the
 * beginning without a suitable state.
 * @param since the earliest new point; null for an evaluation from the beginning.
 */
export function planEvaluation<Stored extends Sources, Program extends Reading>(
  stored: Stored,
  program: Program,
  history: History,
  since: number | null,
): Plan<Stored, Program, never> {
  const start = since === null ? null : stateBefore(history, since);
  return { stored, program, history, start, evaluator: null };
}

/** Like `planEvaluation`, but continues with the cached evaluator unless the new points are late for it. */
export function planFrom<Stored extends Sources, Program extends Reading, Evaluator>(
  { stored, program, evaluator, history }: Prepared<Stored, Program, Evaluator>,
  since: number | null,
): Plan<Stored, Program, Evaluator> {
  const plan: Plan<Stored, Program, Evaluator> = planEvaluation(stored, program, history, since);
  if (plan.start !== null && plan.start === history.states.at(-1)) plan.evaluator = evaluator;
  return plan;
}

/** Reads inputs by alias. Ranges are (after, upTo]. */
export interface InputReader {
  /** The points, in the input's unit, or the completed work. */
  read(alias: string, after: number, upTo: number): Promise<PointBlock>;
  /** The approximate number of points. */
  count(alias: string, after: number, upTo: number): Promise<number>;
  /** Times of the oldest and the latest point; null for an input without points. */
  extent(alias: string): Promise<{ oldest: number; latest: number } | null>;
}

/**
 * Returns the time after which an input's points are needed: before all points if there is no state to continue from.
 */
export function neededAfter({ start, evaluator }: ReadingPlan, window: number): number {
  if (!start) return -1;
  return evaluator ? start.time : Math.max(-1, start.time - window);
}

/** Returns the time of the latest point in blocks; -Infinity without points. */
export function latestPoint(blocks: Blocks): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...Array.from(blocks.values(), latestOfBlock));
}

/** Returns the time of the latest point in a block; -Infinity without points. */
export function latestOfBlock({ times, length }: PointBlock): number {
  return length > 0 ? times[length - 1]! : Number.NEGATIVE_INFINITY;
}

/**
 * Returns the times of the oldest and the latest point of all inputs, infinite without points, and the latest of each
 * input.
 */
export async function readExtent(
  { program }: Pick<ReadingPlan, 'program'>,
  reader: InputReader,
): Promise<{ oldest: number; latest: number; newest: Map<string, number> }> {
  let oldest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  const newest = new Map<string, number>();
  for (const { alias } of program.inputs) {
    const extent = await reader.extent(alias);
    if (!extent) continue;
    oldest = Math.min(oldest, extent.oldest);
    latest = Math.max(latest, extent.latest);
    newest.set(alias, extent.latest);
  }
  return { oldest, latest, newest };
}

/** Reads the points before the plan's start that the windows need. */
export async function readHistory({ program, start }: ReadingPlan, reader: InputReader): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  if (!start) return blocks;
  for (const { alias, window } of program.inputs) {
    if (window > 0) {
      blocks.set(alias, await reader.read(alias, start.time - window, start.time));
    }
  }
  return blocks;
}

/** Approximate number of points in memory at a time. */
const pointsPerSlice = 200_000;

/** Splits (after, upTo] into ranges of equal length, at least one, so that the inputs of each fit in memory. */
export async function* slices(
  { program: { inputs } }: Pick<ReadingPlan, 'program'>,
  reader: InputReader,
  after: number,
  upTo: number,
): AsyncGenerator<{ blocks: Blocks; upTo: number }> {
  let points = 0;
  for (const { alias } of inputs) points += await reader.count(alias, after, upTo);
  const pieces = Math.max(1, Math.ceil(points / pointsPerSlice));
  for (let piece = 0; piece < pieces; piece++) {
    const from = after + Math.floor(((upTo - after) * piece) / pieces);
    const to = after + Math.floor(((upTo - after) * (piece + 1)) / pieces);
    const blocks = new Map<string, PointBlock>();
    for (const { alias } of inputs) blocks.set(alias, await reader.read(alias, from, to));
    yield { blocks, upTo: to };
  }
}
