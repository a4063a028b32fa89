import type { ConvertibleUnit } from '../units/conversion.ts';

/** `base` is for calculated tags, `indicator` for the thresholds of a protection. */
export type Dialect = 'base' | 'indicator';

/** A unit that a text may name after a number: by its code, its abbreviation or its name. */
export interface UnitContext extends ConvertibleUnit {
  /** UCUM */
  code: string;
  abbreviation: string;
}

/** A tag alias that a text may reference. */
interface AliasContext {
  /** Without the brackets. */
  name: string;
  type: 'data_point' | 'work';
  /** Whether the alias has counter settings (counterInterval, counterStart); no by default. */
  counter?: boolean;
  /** UCUM code of the unit of its values. Null or absent if unknown. */
  unit?: string | null | undefined;
  /** Shown by completion and hover. */
  description?: string;
}

/** A constant of the twin that a text may name in braces. */
export interface ParameterContext {
  /** Without the braces. */
  name: string;
  kind: 'number' | 'interval';
  /** A number, or a length of time as ISO 8601. Null without a value. */
  value: number | string | null;
  /** UCUM code of a number's unit; null or absent for a plain number. */
  unit?: string | null | undefined;
  /** Shown by completion and hover. */
  description?: string;
}

/** A threshold of the protection. Others refer to it by its alias, or by its name if it has no alias. */
interface ThresholdContext {
  name: string;
  alias?: string | null;
}

/** The context of a text: determines which names it may use. */
export interface LanguageContext {
  dialect: Dialect;
  aliases: readonly AliasContext[];
  /** Names of tags that no alias is mapped to: completion offers each as an alias to be added. */
  tags?: readonly string[] | undefined;
  /** All thresholds of the protection in list order, including the text's own. */
  thresholds?: readonly ThresholdContext[];
  /** Index of the text's own threshold in `thresholds`: only those above may be used. By default, all may. */
  position?: number;
  /** Names of the patterns of a pattern protection. */
  patterns?: readonly string[];
  /** The parameters of the twin. */
  parameters?: readonly ParameterContext[] | undefined;
  /** The known units: those of the aliases and the parameters, and those that the text may name after a number. */
  units?: readonly UnitContext[] | undefined;
}

export interface CheckOptions extends LanguageContext {
  /** The type of the text's result: number for a calculated tag, boolean for a threshold. */
  result: 'number' | 'boolean';
  /**
   * The threshold has a deadband: its logic must then be a single comparison of numbers, other than `==` and
   * `!=`.
   */
  deadband?: boolean;
  /** UCUM code of the unit in which the result of a calculated tag is declared. */
  unit?: string | null | undefined;
  /** Severity of comparing or adding numbers of different units. A warning by default. */
  mixedUnits?: 'error' | 'warning' | undefined;
}
