import type { ParameterContext } from '../../language/context.ts';
import type { ActionDirection, IntervalSettings } from '../model/definition.ts';

/** A point of a scenario; the value is null only with bad quality. Times are milliseconds since 1970. */
export interface ScenarioPoint {
  readonly time: number;
  readonly value: number | null;
  readonly quality: 'good' | 'uncertain' | 'bad';
}

export interface ScenarioInput {
  readonly alias: string;
  readonly type: 'data_point' | 'work';
  /** For an input of type work, only the times count. */
  readonly points: readonly ScenarioPoint[];
}

export interface LatePoint extends ScenarioPoint {
  readonly input: string;
  readonly arrives: number;
}

export interface ScenarioThreshold {
  readonly name: string;
  readonly alias: string | undefined;
  readonly level: number | null;
  readonly logic: string;
  readonly direction: ActionDirection | undefined;
  readonly onDelay: number | undefined;
  readonly offDelay: number | undefined;
  readonly deadband: number | undefined;
  readonly logExcursion: boolean | undefined;
}

export interface ScenarioProtection {
  readonly type: 'condition' | 'activity' | 'pattern';
  readonly startDate: number;
  readonly defaultLevel: number;
  /** Null if the file has none. */
  readonly thresholds: readonly ScenarioThreshold[] | null;
  readonly settings: ReadonlyMap<string, IntervalSettings>;
}

/** A period [from, to); `to` is null while open. */
export type Stretch = readonly [from: number, to: number | null];

export type ExpectedError =
  | string
  | { readonly code: string; readonly line?: number; readonly column?: number };

/** The expectations of a file; an undefined part is not checked. */
export interface Expectations {
  readonly calculated: ReadonlyMap<string, readonly (readonly [time: number, value: number])[]> | undefined;
  readonly excursions: ReadonlyMap<string, readonly Stretch[]> | undefined;
  readonly level: readonly (readonly [time: number, level: number])[] | undefined;
  readonly driving: readonly (readonly [time: number, threshold: string | null])[] | undefined;
  readonly actions: readonly (readonly [time: number, threshold: string, direction: string])[] | undefined;
  readonly stale: ReadonlyMap<string, readonly Stretch[]> | undefined;
  readonly errors: readonly ExpectedError[] | undefined;
}

export interface Scenario {
  readonly name: string;
  readonly start: number;
  readonly inputs: readonly ScenarioInput[];
  readonly late: readonly LatePoint[];
  readonly calculated: ReadonlyMap<string, string>;
  readonly parameters: readonly ParameterContext[];
  readonly patterns: {
    readonly names: readonly string[];
    readonly answers: readonly (readonly [number, number])[];
  } | null;
  readonly protection: ScenarioProtection | null;
  readonly until: number;
  readonly expect: Expectations;
}
