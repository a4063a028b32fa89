import type { InputDefinition } from '../../model/definition.ts';

/** What the logic needs from an input; determines which registers the generated code keeps. */
interface InputPlan {
  readonly definition: InputDefinition;
  /** The time of the latest point or completion. */
  latestTime: boolean;
  /** Times of the first and the previous arrival, and their count. */
  gaps: boolean;
  counter: boolean;
  counterGaps: boolean;
  /** Whether an interval that changes with time depends on the input's last arrival. */
  movesClock: boolean;
}

/** The aggregates that a window keeps, by the functions that the logic applies to it. */
export interface WindowNeeds {
  /** AVERAGE and STDDEV. */
  sums: boolean;
  /** STDDEV. */
  squares: boolean;
  maximum: boolean;
  minimum: boolean;
  /** TREND INCREASING and DECREASING. */
  steps: boolean;
  /** TREND INCREASING_FIT and DECREASING_FIT. */
  fit: boolean;
}

interface WindowPlan {
  readonly input: number;
  readonly length: number;
  readonly needs: WindowNeeds;
}

export interface ExcursionPlan {
  readonly threshold: number;
  /** Infinite: since the first evaluation. */
  readonly length: number;
  /**
   * Whether excursions are counted, so that the time at which one leaves the window is a time of evaluation.
   */
  counted: boolean;
}

/** A number that is kept between runs. */
export interface Register {
  readonly name: string;
  readonly initial: number;
}

/** What a program's code needs at run time; filled while its expressions are compiled. */
export class Plan {
  readonly inputs: readonly InputPlan[];
  readonly windows: WindowPlan[] = [];
  readonly excursions: ExcursionPlan[] = [];
  registers: readonly Register[] = [];
  /** The start date of an activity protection; null for others. */
  readonly activityStart: number | null;
  /** The input whose completions reset counters; -1 without one. */
  readonly work: number;
  usesPatterns = false;
  /** Whether a result may change with time alone. */
  clockDriven = false;

  constructor(inputs: readonly InputDefinition[], work: number, activityStart: number | null) {
    this.inputs = inputs.map((definition) => ({
      definition,
      latestTime: false,
      gaps: false,
      counter: false,
      counterGaps: false,
      movesClock: false,
    }));
    this.work = work;
    this.activityStart = activityStart;
  }

  window(input: number, length: number): number {
    const found = this.windows.findIndex((window) => window.input === input && window.length === length);
    if (found >= 0) return found;
    const needs = { sums: false, squares: false, maximum: false, minimum: false, steps: false, fit: false };
    return this.windows.push({ input, length, needs }) - 1;
  }

  excursionWindow(threshold: number, length: number, counted: boolean): number {
    let index = this.excursions.findIndex((e) => e.threshold === threshold && e.length === length);
    if (index < 0) index = this.excursions.push({ threshold, length, counted: false }) - 1;
    if (counted) this.excursions[index]!.counted = true;
    return index;
  }

  registerIndex(name: string): number {
    return this.registers.findIndex((register) => register.name === name);
  }

  /** Whether completions of this work input satisfy points of a fixed grid. */
  isFixed(input: number): boolean {
    const { definition, counter } = this.inputs[input]!;
    const calendar = this.activityStart !== null && definition.type === 'work';
    return (calendar || counter) && definition.settings?.schedule === 'fixed';
  }
}
