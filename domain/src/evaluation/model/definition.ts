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
  /** Milliseconds since 1970: out of service from then on. Nothing is evaluated, and no input is stale. */
  readonly endDate?: number | undefined;
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
