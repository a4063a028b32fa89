import {
  type Blocks,
  createProtectionEvaluator,
  type EvaluationState,
  type PointBlock,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { StoredDefinition } from './definition.ts';
import { ExcursionLog, type FoundExcursion } from './excursions.ts';
import { stateBefore, type Tracking, thin } from './tracking.ts';

/** Where an evaluation gets the points of its inputs from. Ranges are (after, upTo]. */
export interface InputReader {
  /** The points or completed work of a tag. */
  read(tagId: number, after: number, upTo: number): Promise<PointBlock>;
  /** How many there are, about. */
  count(tagId: number, after: number, upTo: number): Promise<number>;
  /** Times of the oldest and latest; null when there is none. */
  extent(tagId: number): Promise<{ oldest: number; latest: number } | null>;
}

export interface FoundLevel {
  time: number;
  level: number;
  /** Index of the driving threshold. */
  driving: number | null;
}

/** What an evaluation of one protection brought. Times in epoch milliseconds. */
export interface Evaluation {
  /** All that became known after this time is replaced; null when it only adds to what was there. */
  replacesAfter: number | null;
  excursions: FoundExcursion[];
  levels: FoundLevel[];
  level: number;
  driving: number | null;
  evaluatedAt: number | null;
  stale: boolean;
  nextChange: number | null;
  tracking: Tracking;
}

/** About as many points as are held in memory at a time. */
const pointsPerSlice = 200_000;

/**
 * Evaluates a protection on all that its inputs hold, from where the last evaluation left off; from
 * before `since`, when points came later than that; or from the beginning when there is no state to go
 * back to.
 * @param since the earliest new point; null for an evaluation from the beginning.
 * @param now up to which passing time may change the answer.
 */
export async function evaluateProtection(
  reader: InputReader,
  { definition, tagIds, revision }: StoredDefinition,
  program: ProtectionProgram,
  tracking: Tracking | null,
  since: number | null,
  now: number,
): Promise<Evaluation | null> {
  const usable = tracking?.revision === revision && since !== null ? tracking.states : [];
  const start = since === null ? null : stateBefore(usable, since);
  const last = usable.at(-1) ?? null;
  const range = await rangeOf(reader, program, definition.startDate, tagIds, start, now);
  if (!range) return null;

  const evaluator = createProtectionEvaluator(
    program,
    start ? { state: start, history: await readHistory(reader, program, tagIds, start) } : undefined,
  );
  const excursions = new ExcursionLog();
  const levels: FoundLevel[] = [];
  let driving = start ? evaluator.status().driving : null;
  let level = start ? evaluator.status().level : definition.defaultLevel;
  const states: EvaluationState[] = start ? usable.slice(0, usable.indexOf(start) + 1) : [];

  // What was evaluated before is evaluated again without acting on it; what follows is new.
  const steps = last && last !== start ? [last.time, range.upTo] : [range.upTo];
  let after = range.after;
  for (const [i, upTo] of steps.entries()) {
    const live = last !== null && i === steps.length - 1;
    for await (const slice of slices(reader, program, tagIds, after, upTo)) {
      const output = evaluator.advance(slice.blocks, slice.upTo, { live });
      excursions.add(output.excursions);
      // One row a moment: where level and driving threshold change together, both in it.
      const times = [...new Set([...output.levels, ...output.driving].map((change) => change.time))];
      const levelAt = new Map(output.levels.map((change) => [change.time, change.level]));
      const drivingAt = new Map(output.driving.map((change) => [change.time, change.threshold]));
      for (const time of times.sort((a, b) => a - b)) {
        level = levelAt.get(time) ?? level;
        driving = drivingAt.has(time) ? drivingAt.get(time)! : driving;
        levels.push({ time, level, driving });
      }
      states.push(evaluator.save());
    }
    after = Math.max(after, upTo);
  }
  const status = evaluator.status();
  return {
    replacesAfter: start === last && start !== null ? null : (start?.time ?? Number.NEGATIVE_INFINITY),
    excursions: excursions.all(),
    levels,
    level: status.level,
    driving: status.driving,
    evaluatedAt: status.lastEvaluated,
    stale: status.noCalculation,
    nextChange: evaluator.nextChange(),
    tracking: { revision, states: thin(states) },
  };
}

/** From where to where there is something to evaluate; null when there is nothing at all. */
async function rangeOf(
  reader: InputReader,
  program: ProtectionProgram,
  startDate: number | undefined,
  tagIds: ReadonlyMap<string, number>,
  start: EvaluationState | null,
  now: number,
): Promise<{ after: number; upTo: number } | null> {
  let oldest =
    program.definition.type === 'activity'
      ? (startDate ?? Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;
  let latest = program.timeDriven ? now : Number.NEGATIVE_INFINITY;
  for (const { alias } of program.inputs) {
    const extent = await reader.extent(tagIds.get(alias)!);
    if (!extent) continue;
    oldest = Math.min(oldest, extent.oldest);
    latest = Math.max(latest, extent.latest);
  }
  const after = start ? start.time : oldest - 1;
  return Number.isFinite(after) && latest >= after ? { after, upTo: latest } : null;
}

async function readHistory(
  reader: InputReader,
  program: ProtectionProgram,
  tagIds: ReadonlyMap<string, number>,
  state: EvaluationState,
): Promise<Blocks> {
  const blocks = new Map<string, PointBlock>();
  for (const { alias, window } of program.inputs) {
    if (window > 0) blocks.set(alias, await reader.read(tagIds.get(alias)!, state.time - window, state.time));
  }
  return blocks;
}

/** The inputs of (after, upTo] in pieces of about equal length that fit in memory; at least one. */
async function* slices(
  reader: InputReader,
  program: ProtectionProgram,
  tagIds: ReadonlyMap<string, number>,
  after: number,
  upTo: number,
): AsyncGenerator<{ blocks: Blocks; upTo: number }> {
  let points = 0;
  for (const { alias } of program.inputs) points += await reader.count(tagIds.get(alias)!, after, upTo);
  const pieces = Math.max(1, Math.ceil(points / pointsPerSlice));
  for (let piece = 0; piece < pieces; piece++) {
    const from = after + Math.floor(((upTo - after) * piece) / pieces);
    const to = after + Math.floor(((upTo - after) * (piece + 1)) / pieces);
    const blocks = new Map<string, PointBlock>();
    for (const { alias } of program.inputs)
      blocks.set(alias, await reader.read(tagIds.get(alias)!, from, to));
    yield { blocks, upTo: to };
  }
}
