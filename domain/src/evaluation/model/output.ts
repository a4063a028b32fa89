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

export interface ProtectionStatus {
  readonly level: number;
  readonly driving: number | null;
  /** The latest time of evaluation; null before the first. */
  readonly lastEvaluated: number | null;
  /** Whether at that time no threshold could be calculated: the level shown is an old one. */
  readonly noCalculation: boolean;
  /** Whether it is evaluated no more: the level means nothing. */
  readonly isOutOfService: boolean;
}

export interface OpenExcursion {
  readonly threshold: number;
  readonly start: number;
  /** Whether its delay is not over, so that it is not recorded yet. */
  readonly pending: boolean;
}
