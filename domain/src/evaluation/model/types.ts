import type { LanguageError, LanguageWarning } from '../../language/index.ts';
import type { ProgramCode } from '../run/run.ts';
import type { Budget } from './budget.ts';

/** Quality of a point: a bad one has no value, an uncertain one is used. */
export const Quality = { good: 0, uncertain: 1, bad: 2 } as const;

/**
 * Points of one input in columns. Times are whole milliseconds since 1970, strictly ascending; values are finite
 * (a bad point's value is ignored). Only the first `length` entries count. Without `qualities` all points are good.
 * Of an input of type work the times are those of completed work, and the values are ignored.
 */
export interface PointBlock {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly qualities?: Uint8Array | undefined;
  readonly length: number;
}

/** Blocks by alias; an alias that is absent has no points. */
export type Blocks = ReadonlyMap<string, PointBlock>;

/**
 * The key under which a protection's `Blocks` carry the classifier's answers: values are indexes into
 * `ProtectionDefinition.patterns`. No alias can hold a bracket.
 */
export const PATTERN_ANSWERS = ']patterns';

export type InputType = 'data_point' | 'work';

/** How often an input's points or work are expected; of a data input without `intervalType`, when it is stale. */
export interface IntervalSettings {
  readonly intervalType?: 'calendar' | 'counter' | undefined;
  /** ISO 8601 duration; months and years by the calendar of the definition's time zone. */
  readonly expectedInterval?: string | undefined;
  /** An ISO 8601 duration beside an expected interval, a number beside a counter interval. */
  readonly tolerance?: string | number | undefined;
  readonly counterInterval?: number | undefined;
  readonly counterStart?: number | undefined;
  readonly schedule?: 'floating' | 'fixed' | undefined;
}

export interface InputDefinition {
  readonly alias: string;
  readonly type: InputType;
  readonly settings?: IntervalSettings | undefined;
}

export type ActionDirection = 'enter' | 'exit' | 'both';

export interface ThresholdDefinition {
  readonly id: string;
  readonly name: string;
  /** The short name by which other thresholds' logic names this one; without one it is named by its name. */
  readonly alias?: string | undefined;
  readonly logic: string;
  /** 0 to 1000, or null for a threshold that only logs or acts. */
  readonly level: number | null;
  readonly logExcursion?: boolean | undefined;
  /** Milliseconds for which the logic must stay true before an excursion is recorded. */
  readonly onDelay?: number | undefined;
  /** Milliseconds for which it must stay false before the excursion ends. */
  readonly offDelay?: number | undefined;
  /** In the unit of the compared value. */
  readonly deadband?: number | undefined;
  /** One entry an action, by its index in the events; none for a threshold without actions. */
  readonly actions?: readonly { readonly direction?: ActionDirection | undefined }[] | undefined;
}

export interface ProtectionDefinition {
  readonly type: 'condition' | 'activity' | 'pattern';
  /** Milliseconds since 1970. Only an activity protection is evaluated from it on. */
  readonly startDate?: number | undefined;
  readonly defaultLevel: number;
  /** In the order of the list. */
  readonly thresholds: readonly ThresholdDefinition[];
  /** Every alias that the logic may name, calculated ones included. */
  readonly inputs: readonly InputDefinition[];
  /** Names of the classifier's answers; absent where there is no classifier. */
  readonly patterns?: readonly string[] | undefined;
  /** IANA name, for calendar arithmetic; UTC unless given. */
  readonly timeZone?: string | undefined;
}

/** An error of one threshold's logic or settings. */
export interface ThresholdError extends LanguageError {
  /** Index into the definition's thresholds; -1 where it is of the protection as a whole. */
  readonly threshold: number;
}

export interface ThresholdWarning extends LanguageWarning {
  readonly threshold: number;
}

/** What of an input must be read before an evaluation can go on from a saved state. */
export interface InputNeed {
  readonly alias: string;
  readonly type: InputType;
  /** Points with time in (state.time - window, state.time] are handed over as history; 0 needs none. */
  readonly window: number;
}

interface Program {
  /** Inputs that the text refers to (or whose staleness is watched); blocks of others are ignored. */
  readonly inputs: readonly InputNeed[];
  /** Whether passing time alone can change an answer, so that `Evaluator.nextChange` is worth asking. */
  readonly timeDriven: boolean;
  /** The engine's own. */
  readonly code: ProgramCode;
}

export interface ProtectionProgram extends Program {
  readonly kind: 'protection';
  readonly definition: ProtectionDefinition;
  readonly usesPatterns: boolean;
}

export interface CalculatedProgram extends Program {
  readonly kind: 'calculated';
}

export type CompiledProtection =
  | { readonly ok: true; readonly program: ProtectionProgram; readonly warnings: readonly ThresholdWarning[] }
  | { readonly ok: false; readonly errors: readonly ThresholdError[] };

export type CompiledCalculatedTag =
  | { readonly ok: true; readonly program: CalculatedProgram; readonly warnings: readonly LanguageWarning[] }
  | { readonly ok: false; readonly errors: readonly LanguageError[] };

/** An excursion [start, end): `end` null when it is recorded as open. The pair (threshold, start) names it. */
export interface ExcursionEvent {
  /** Index into the definition's thresholds. */
  readonly threshold: number;
  readonly start: number;
  readonly end: number | null;
  /** When it became known: later than start or end by the delays. */
  readonly recordedAt: number;
  /**
   * In a live advance: whether it is announced. Else: whether the logic turned in points that are not late, as
   * `AdvanceOptions.isInTime` says.
   */
  readonly live: boolean;
}

export interface LevelChange {
  readonly time: number;
  readonly level: number;
}

export interface DrivingChange {
  readonly time: number;
  /** Index of the threshold that gives the level; null when none does. */
  readonly threshold: number | null;
}

export interface ActionEvent {
  readonly time: number;
  readonly threshold: number;
  /** When its excursion began; with the threshold it names the excursion. */
  readonly start: number;
  /** Index into the threshold's actions. */
  readonly action: number;
  readonly direction: 'enter' | 'exit';
}

/** A stretch [start, end) in which an input's points stayed out; `end` null while it lasts. */
export interface StaleEvent {
  readonly alias: string;
  readonly start: number;
  readonly end: number | null;
}

/** What one advance brought, each list in the order of time. An excursion opened and closed in it comes twice. */
export interface ProtectionOutput {
  /** Only of thresholds with `logExcursion`, unless the others were asked for. */
  readonly excursions: readonly ExcursionEvent[];
  /** Changes only; the first comes with the first evaluation. */
  readonly levels: readonly LevelChange[];
  readonly driving: readonly DrivingChange[];
  /** Empty unless the advance is live. */
  readonly actions: readonly ActionEvent[];
  readonly stale: readonly StaleEvent[];
  /** How many times the thresholds were evaluated. */
  readonly evaluations: number;
}

/** The earliest time there is. */
export const BEGINNING = -8.64e15;

/** Small, versioned, and plain JSON. Everything but `version` and `time` is the engine's own. */
export interface EvaluationState {
  readonly version: 1;
  /** Everything up to this time is evaluated; `BEGINNING` before any advance. */
  readonly time: number;
  readonly [part: string]: unknown;
}

export interface ProtectionStatus {
  readonly level: number;
  readonly driving: number | null;
  /** The latest time of evaluation; null before the first. */
  readonly lastEvaluated: number | null;
  /** Whether at that time no threshold could be calculated: the level shown is an old one. */
  readonly noCalculation: boolean;
}

export interface BudgetedOptions {
  /** Limits the work; after it interrupted an advance, the evaluator must not be used again. */
  readonly budget?: Budget | undefined;
}

export interface AdvanceOptions extends BudgetedOptions {
  /** False while history is evaluated again: then no action fires, nor an exit later whose delay began in it. */
  readonly live?: boolean | undefined;
  /** While history is evaluated again: whether what begins at a time begins in points that are not late. */
  readonly isInTime?: ((time: number) => boolean) | undefined;
  /** Whether to include excursions of thresholds that keep none for the record. */
  readonly unlogged?: boolean | undefined;
}

export interface OpenExcursion {
  readonly threshold: number;
  readonly start: number;
  /** Whether its delay is not over, so that it is not recorded yet. */
  readonly pending: boolean;
}

export interface ProtectionEvaluator {
  /**
   * Evaluates everything after the state's time up to `until`, inclusive. Points outside that are ignored: one at or
   * before the state's time is late, and is taken in by evaluating again from an earlier state.
   *
   * @throws BudgetExceeded when the options' budget is spent
   */
  advance(blocks: Blocks, until: number, options?: AdvanceOptions): ProtectionOutput;
  status(): ProtectionStatus;
  /** The next time at which the program changes an answer, or a point is overdue, without new points; else null. */
  nextChange(): number | null;
  /** The newest point taken in of each input, by alias; an input without a point is absent. */
  seen(): ReadonlyMap<string, number>;
  /** The excursions that are open, and those that a delay still holds back. */
  open(): OpenExcursion[];
  /**
   * After history was evaluated again (advance with `live` false): goes on live.
   *
   * @param previous the state before: pending delays that began live in it still fire. Null when there is none.
   * @param announced the thresholds whose excursion that is held back counts as announced already
   */
  rejoin(previous: EvaluationState | null, announced: readonly number[]): void;
  save(): EvaluationState;
}

export interface CalculatedEvaluator {
  /**
   * As of a protection; answers the points to store, flagged where they rest on uncertain ones.
   *
   * @throws BudgetExceeded when the options' budget is spent
   */
  advance(blocks: Blocks, until: number, options?: BudgetedOptions): PointBlock;
  save(): EvaluationState;
}

/** A saved state, and for each of the program's inputs the points of its window before the state's time. */
export interface Resume {
  readonly state: EvaluationState;
  readonly history: Blocks;
}
