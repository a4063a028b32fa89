/** An excursion [start, end); `end` is null while it is open. Threshold and start identify it. */
export interface ExcursionEvent {
  /** Index into the definition's thresholds. */
  readonly threshold: number;
  readonly start: number;
  readonly end: number | null;
  /** When it was recorded: later than start or end by the delays. */
  readonly recordedAt: number;
  /**
   * In a live advance: whether it is announced. Otherwise: whether the change of the logic is due to points that are
   * not late; see `AdvanceOptions.isInTime`.
   */
  readonly live: boolean;
}

export interface LevelChange {
  readonly time: number;
  readonly level: number;
}

export interface DrivingChange {
  readonly time: number;
  /** Index of the threshold that determines the level; null if none does. */
  readonly threshold: number | null;
}

export interface ActionEvent {
  readonly time: number;
  readonly threshold: number;
  /** Start of its excursion; with the threshold it identifies the excursion. */
  readonly start: number;
  /** Index into the threshold's actions. */
  readonly action: number;
  readonly direction: 'enter' | 'exit';
}

/** A period [start, end) in which an input is stale; `end` is null while it lasts. */
export interface StaleEvent {
  readonly alias: string;
  readonly start: number;
  readonly end: number | null;
}

/** The answer of a pattern protection's model changes. */
export interface AnswerChange {
  readonly time: number;
  /** Index into the definition's patterns; null for no answer. */
  readonly pattern: number | null;
  /** Whether the trees chose another pattern, which the gate refused. */
  readonly refused: boolean;
}

/** The results of one advance, each list in order of time. An excursion that opened and ended in it has two entries. */
export interface ProtectionOutput {
  /** By default only of thresholds with `logExcursion`. */
  readonly excursions: readonly ExcursionEvent[];
  /** Changes only; the first entry is from the first evaluation. */
  readonly levels: readonly LevelChange[];
  readonly driving: readonly DrivingChange[];
  /** Empty unless the advance is live. */
  readonly actions: readonly ActionEvent[];
  readonly stale: readonly StaleEvent[];
  /** Changes only; there is no answer before the first. */
  readonly answers: readonly AnswerChange[];
  /** Number of evaluations of the thresholds. */
  readonly evaluations: number;
}

export interface ProtectionStatus {
  readonly level: number;
  readonly driving: number | null;
  /** The latest time of evaluation; null before the first. */
  readonly lastEvaluated: number | null;
  /** Whether no threshold could be calculated at that time, so that the level is outdated. */
  readonly noCalculation: boolean;
  /** Whether the asset is out of service, so that the level has no meaning. */
  readonly isOutOfService: boolean;
  /** The last answer of the model, an index into the definition's patterns; null for no answer. */
  readonly answer: number | null;
}

export interface OpenExcursion {
  readonly threshold: number;
  readonly start: number;
  /** Whether its delay is pending, so that it is not yet recorded. */
  readonly pending: boolean;
}
