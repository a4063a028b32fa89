import {
  type AnswerChange,
  BEGINNING,
  type Blocks,
  computeReach,
  createProtectionEvaluator,
  type InputNeed,
  isWatched,
  type ProtectionEvaluator,
  type ProtectionProgram,
  type ProtectionStatus,
  type StaleEvent,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import type { InputSources } from '../definition/service.ts';
import type { FoundExcursion } from './excursions.ts';
import { createInputReader } from './inputs.ts';
import { type EvaluationLimits, evaluationLimits, Meter } from './limits.ts';
import { withModels } from './models-in-use.ts';
import { type InputReader, readExtent, slices } from './plan.ts';
import { readBefore } from './preview.ts';
import { RangeStart } from './range-start.ts';
import { ahead, Stopwatch } from './reading-ahead.ts';
import { type FoundHappening, type FoundLevel, Recorder, type RecorderOptions } from './recorder.ts';
import { extend, noHistory, showStates } from './tracking.ts';
import { Turns } from './turns.ts';

/** Programs of one protection to run side by side over from <= time < to. */
export interface SimulationTrial {
  programs: readonly ProtectionProgram[];
  sources: InputSources;
  from: number;
  to: number;
}

/** The results of one program in a step. */
export interface SimulatedPart {
  /** Includes excursions of thresholds that are not logged. */
  excursions: readonly FoundExcursion[];
  /** The first is at the start of the range, if the level is known there. */
  levels: readonly FoundLevel[];
  happenings: readonly FoundHappening[];
  stale: readonly StaleEvent[];
  /** Changes of the answer of the model; the first is at the start of the range. */
  answers: readonly AnswerChange[];
  evaluations: number;
}

/** A step of the simulation. */
export interface SimulationStep {
  /** Whether the step lies before the range. Its excursions are those open at the range's start. */
  isBefore: boolean;
  /** Progress of the whole simulation, 0 to 1. */
  share: number;
  /** The points of the step; none for steps before the range. */
  blocks: Blocks;
  /** Results by program. */
  parts: readonly SimulatedPart[];
}

/** The final state of a program. */
export interface SimulationEnd {
  status: ProtectionStatus;
  /** The time up to which it was evaluated. */
  upTo: number;
  nextChange: number | null;
  /** The states to continue from, in their stored form; null if nothing was evaluated. */
  tracking: { states: string; checkpoints: string } | null;
}

/** Share of the progress for the evaluation before the range. */
const shareBefore = 0.05;

/**
 * Runs programs over a range as live evaluation would have, step by step, and passes each step to `handle`. Points before
 * the range are evaluated as far back as they affect it, without actions.
 * @throws BudgetExceeded
 */
export async function simulate(
  db: Db,
  trial: SimulationTrial,
  handle: (step: SimulationStep) => Promise<void>,
  limits = evaluationLimits,
): Promise<Simulated> {
  return withModels(db, trial.programs, () => run(db, trial, handle, limits));
}

interface Simulated {
  ends: SimulationEnd[];
  readingMilliseconds: number;
}

async function run(
  db: Db,
  { programs, sources, from, to }: SimulationTrial,
  handle: (step: SimulationStep) => Promise<void>,
  limits: EvaluationLimits,
): Promise<Simulated> {
  const needs = mergeInputs(programs);
  const reader = createInputReader(db, needs, sources);
  const reading = new Stopwatch();
  const plan = { program: { inputs: needs } };
  const { oldest, latest } = await reading.time(readExtent(plan, reader));
  const pieces = async function* (after: number, upTo: number) {
    if (upTo > after && oldest <= latest) yield* ahead(slices(plan, reader, after, upTo), reading);
  };
  const parts: SimulatedPart[] = [];
  const evaluators: ProtectionEvaluator[] = [];
  const starts: { levels: RangeStart<FoundLevel>; answers: RangeStart<AnswerChange> }[] = [];
  const turns = new Turns();
  const options = programs.map(() => ({ meter: new Meter(limits), turns }));
  for (const [index, program] of programs.entries()) {
    const before = { reader, reading, from, oldest, pieces, handle, options: options[index]! };
    const warmed = await warm(program, before);
    const { levels, answers } = warmed.part;
    evaluators.push(warmed.evaluator);
    starts.push({ levels: new RangeStart(from, levels[0]), answers: new RangeStart(from, answers[0]) });
    parts.push({ ...warmed.part, levels: [], answers: [] });
  }
  await handle({ isBefore: true, share: shareBefore, blocks: new Map(), parts });
  let histories = evaluators.map(() => noHistory);
  const step = async (
    { blocks, share, isLast }: { blocks: Blocks; share: number; isLast: boolean },
    advance: (recorder: Recorder) => Promise<unknown>,
  ) => {
    const stepped: SimulatedPart[] = [];
    for (const [index, evaluator] of evaluators.entries()) {
      const recorder = new Recorder(evaluator, options[index]!);
      await advance(recorder);
      const { states, ...recorded } = recorder.recorded();
      const { levels, answers } = starts[index]!;
      if (states.length > 0) histories = histories.with(index, extend(histories[index]!, states));
      stepped.push({
        ...recorded,
        levels: levels.add(recorded.levels, isLast),
        answers: answers.add(recorded.answers, isLast),
      });
    }
    await handle({ isBefore: false, share, blocks, parts: stepped });
  };
  const last = Math.min(to - 1, latest);
  let after = from - 1;
  for await (const { blocks, upTo } of pieces(after, last)) {
    const share = shareBefore + ((1 - shareBefore) * (upTo - from + 1)) / (last - from + 1);
    await step({ blocks, share, isLast: false }, (recorder) =>
      recorder.advance(blocks, after, upTo, { live: true }),
    );
    after = upTo;
  }
  // Advances only to the last change without new points, as live evaluation does.
  await step({ blocks: noBlocks, share: 1, isLast: true }, async (recorder) => {
    for (const time of timers(recorder.evaluator, to - 1)) await recorder.passTo(time, { live: true });
  });
  const ends = evaluators.map((evaluator, index) => {
    const state = evaluator.save();
    const history = histories[index]!.states.length > 0 ? histories[index]! : extend(noHistory, [state]);
    const tracking = { states: showStates(history.states), checkpoints: showStates(history.checkpoints) };
    return {
      status: evaluator.status(),
      upTo: state.time,
      nextChange: evaluator.nextChange(),
      tracking: oldest <= latest ? tracking : null,
    };
  });
  return { ends, readingMilliseconds: reading.milliseconds };
}

const noBlocks: Blocks = new Map();

/** Yields the timers up to an end, each computed after the evaluator has reached the previous one. */
function* timers(evaluator: ProtectionEvaluator, end: number): Generator<number> {
  for (let next = evaluator.nextChange(); next !== null && next <= end; next = evaluator.nextChange()) {
    yield next;
  }
}

/** Merges the inputs of all programs, each with its longest window. */
function mergeInputs(programs: readonly ProtectionProgram[]): InputNeed[] {
  const needs = new Map<string, InputNeed>();
  for (const need of programs.flatMap(({ inputs }) => inputs)) {
    const window = Math.max(need.window, needs.get(need.alias)?.window ?? 0);
    needs.set(need.alias, { ...need, window });
  }
  return [...needs.values()];
}

interface Before {
  reader: InputReader;
  reading: Stopwatch;
  from: number;
  oldest: number;
  pieces: (after: number, upTo: number) => ReturnType<typeof slices>;
  handle: (step: SimulationStep) => Promise<void>;
  options: RecorderOptions;
}

interface Warmed {
  evaluator: ProtectionEvaluator;
  /** The open excursions, the level and the stale inputs at the start of the range. */
  part: SimulatedPart;
}

const hour = 3_600_000;
/** The maximum look-back that is held in memory. */
const maximumBack = 1_000_000;

/**
 * Evaluates the history before a range, far enough back to find the start of every excursion that is open at the
 * range's start. Evaluates all of it if that does not fit in memory, or if the result depends on all points.
 */
async function warm(program: ProtectionProgram, before: Before): Promise<Warmed> {
  const { reader, reading, from, oldest, pieces, handle, options } = before;
  const reach = computeReach(program);
  if (!(oldest < from)) {
    return warmed(program, from, new Recorder(createProtectionEvaluator(program), options));
  }
  for (let span = 2 * reach + hour; Number.isFinite(span) && from - span > oldest; span *= 8) {
    let count = 0;
    for (const { alias } of program.inputs) {
      count += await reading.time(reader.count(alias, from - 1 - span, from - 1));
    }
    if (count > maximumBack) break;
    const needs = program.inputs.map((input) => ({ ...input, window: span }));
    const blocks = await reading.time(readBefore(needs, reader, from));
    const recorder = new Recorder(createProtectionEvaluator(program), options);
    await recorder.advance(blocks, BEGINNING, from - 1, { live: false });
    const exactFrom = lastFirst(blocks) + reach;
    const { excursions } = recorder.recorded();
    const isExact = excursions.every(({ start, end }) => end !== null || start > exactFrom);
    const isAnswerKnown = program.classifier === null || evaluatorAnswers(recorder, exactFrom);
    if (exactFrom < from && isExact && isAnswerKnown && (await isStalenessKnown(program, blocks, before))) {
      return warmed(program, from, recorder);
    }
  }
  const evaluator = createProtectionEvaluator(program);
  const open = new Map<number, FoundExcursion>();
  let after = oldest - 1;
  for await (const { blocks, upTo } of pieces(after, from - 1)) {
    const recorder = new Recorder(evaluator, options);
    await recorder.advance(blocks, after, upTo, { live: false });
    after = upTo;
    for (const excursion of recorder.recorded().excursions) trackOpen(open, excursion);
    const share = (shareBefore * (upTo - oldest)) / (from - oldest);
    await handle({ isBefore: true, share, blocks: noBlocks, parts: [] });
  }
  return warmed(program, from, new Recorder(evaluator, options), open);
}

/** Whether the model has answered since a time; from then on, earlier answers have no unknown effect. */
const evaluatorAnswers = (recorder: Recorder, since: number): boolean =>
  recorder.evaluator.status().answer !== null || recorder.recorded().answers.some(({ time }) => time > since);

/** Whether the points read include the last point before the range of each watched input. */
async function isStalenessKnown(
  program: ProtectionProgram,
  blocks: Blocks,
  { reader, from }: Before,
): Promise<boolean> {
  for (const input of program.definition.inputs.filter(isWatched)) {
    if ((blocks.get(input.alias)?.length ?? 0) > 0) continue;
    const extent = await reader.extent(input.alias);
    if (extent && extent.oldest < from) return false;
  }
  return true;
}

/** Returns the time of the first point of the input that begins last; before it, not all inputs are known. */
function lastFirst(blocks: Blocks): number {
  return Math.max(
    ...Array.from(blocks.values(), ({ times, length }) => (length > 0 ? times[0]! : -Infinity)),
  );
}

function trackOpen(open: Map<number, FoundExcursion>, excursion: FoundExcursion): void {
  if (excursion.end === null) open.set(excursion.threshold, excursion);
  else if (open.get(excursion.threshold)?.start === excursion.start) open.delete(excursion.threshold);
}

function warmed(
  { classifier }: ProtectionProgram,
  from: number,
  recorder: Recorder,
  open = new Map<number, FoundExcursion>(),
): Warmed {
  const hasModel = classifier !== null;
  const { evaluator } = recorder;
  for (const excursion of recorder.recorded().excursions) trackOpen(open, excursion);
  const { level, driving, lastEvaluated, answer } = evaluator.status();
  return {
    evaluator,
    part: {
      excursions: [...open.values()],
      levels: lastEvaluated === null ? [] : [{ time: from, level, driving }],
      happenings: [],
      stale: evaluator.stale(),
      answers: hasModel ? [{ time: from, pattern: answer, refused: false }] : [],
      evaluations: 0,
    },
  };
}
