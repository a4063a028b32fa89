import type { ParameterContext, UnitContext } from '../../language/context.ts';

export type InputType = 'data_point' | 'work';

/**
 * The expected interval of an input's points or work; without `intervalType`, the time after which a data input is
 * stale.
 */
export interface IntervalSettings {
  readonly intervalType?: 'calendar' | 'counter' | undefined;
  /** ISO 8601 duration; months and years by the calendar of the definition's time zone. */
  readonly expectedInterval?: string | undefined;
  /** An ISO 8601 duration for an expected interval, a number for a counter interval. */
  readonly tolerance?: string | number | undefined;
  readonly counterInterval?: number | undefined;
  readonly counterStart?: number | undefined;
  readonly schedule?: 'floating' | 'fixed' | undefined;
}

export interface InputDefinition {
  readonly alias: string;
  readonly type: InputType;
  readonly settings?: IntervalSettings | undefined;
  /** UCUM code of the unit of its values; null or absent if unknown. */
  readonly unit?: string | null | undefined;
}

export type ActionDirection = 'enter' | 'exit' | 'both';

export interface ThresholdDefinition {
  readonly id: string;
  readonly name: string;
  /** The short name by which other thresholds' logic refers to this one; by default, its name. */
  readonly alias?: string | undefined;
  readonly logic: string;
  /** 0 to 1000, or null for a threshold that only logs or acts. */
  readonly level: number | null;
  readonly logExcursion?: boolean | undefined;
  /** Milliseconds for which the logic must stay true before an excursion is recorded. */
  readonly onDelay?: number | undefined;
  /** Milliseconds for which it must stay false before the excursion ends. */
  readonly offDelay?: number | undefined;
  /** The unit is that of the compared value. */
  readonly deadband?: number | undefined;
  /** One entry per action, by its index in the events; empty without actions. */
  readonly actions?: readonly { readonly direction?: ActionDirection | undefined }[] | undefined;
}

/** The model of a pattern protection, as plain data; the model itself is looked up by its checksum. */
export interface ClassifierDefinition {
  /** Checksum of the serialized model. */
  readonly checksum: string;
  /** Step of the grid of answers, in milliseconds. */
  readonly step: number;
  /** Length of the longest window, in steps. */
  readonly longest: number;
  /** In the order of the model. `hold`: milliseconds for which a value holds. */
  readonly inputs: readonly { readonly alias: string; readonly hold: number }[];
  /** Index into `patterns` for each class of the model. */
  readonly classes: readonly number[];
  /** Condition of use, in Xen: the model gives no answer while it is not true. Null without a condition. */
  readonly condition: string | null;
}

export interface ProtectionDefinition {
  readonly type: 'condition' | 'activity' | 'pattern';
  /** Milliseconds since 1970. Activity protections are evaluated from then on; others ignore it. */
  readonly startDate?: number | undefined;
  /** Milliseconds since 1970: out of service from then on. Evaluation ends, and no input is stale afterwards. */
  readonly endDate?: number | undefined;
  readonly defaultLevel: number;
  /** In list order. */
  readonly thresholds: readonly ThresholdDefinition[];
  /** All aliases that the logic can use, including calculated ones. */
  readonly inputs: readonly InputDefinition[];
  /** Names by which the logic refers to patterns; absent if there are none. */
  readonly patterns?: readonly string[] | undefined;
  /** The model in service; absent without one. */
  readonly classifier?: ClassifierDefinition | undefined;
  /** The parameters of the twin that the logic can use. */
  readonly parameters?: readonly ParameterContext[] | undefined;
  /** The units of the inputs and the parameters, and those in the logic. */
  readonly units?: readonly UnitContext[] | undefined;
  /** IANA name, for calendar arithmetic; UTC by default. */
  readonly timeZone?: string | undefined;
}
