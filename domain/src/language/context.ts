/** The base dialect serves calculated tags, the indicator dialect the thresholds of a protection. */
export type Dialect = 'base' | 'indicator';

/** A tag alias that a text may name. */
export interface AliasContext {
  /** As between the brackets. */
  name: string;
  type: 'data_point' | 'work';
  /** Whether the alias has counter settings (counterInterval, counterStart); absent means no. */
  counter?: boolean;
  /** Shown in completion and hover. */
  description?: string;
}

/** A threshold of the protection. Others name it by its alias; only one without an alias by its name. */
export interface ThresholdContext {
  name: string;
  alias?: string | null;
}

/** What surrounds a text: decides which names it may use. */
export interface LanguageContext {
  dialect: Dialect;
  aliases: readonly AliasContext[];
  /** All thresholds of the protection in list order, the text's own included. */
  thresholds?: readonly ThresholdContext[];
  /** The text's own index in `thresholds`: it may name those above only. Default: below all of them. */
  position?: number;
  /** Names of the patterns of a pattern protection. */
  patterns?: readonly string[];
}

export interface CheckOptions extends LanguageContext {
  /** What the text returns: number for a calculated tag, boolean for a threshold. */
  result: 'number' | 'boolean';
  /** The threshold has a deadband: its logic must then be one comparison of numbers (`==` and `!=` take none). */
  deadband?: boolean;
}
