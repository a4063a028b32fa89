/** `base` is for calculated tags, `indicator` for the thresholds of a protection. */
export type Dialect = 'base' | 'indicator';

/** A tag alias that a text may reference. */
export interface AliasContext {
  /** Without the brackets. */
  name: string;
  type: 'data_point' | 'work';
  /** Whether the alias has counter settings (counterInterval, counterStart); no by default. */
  counter?: boolean;
  /** Shown by completion and hover. */
  description?: string;
}

/** A threshold of the protection. Others refer to it by its alias, or by its name if it has no alias. */
export interface ThresholdContext {
  name: string;
  alias?: string | null;
}

/** The context of a text: determines which names it may use. */
export interface LanguageContext {
  dialect: Dialect;
  aliases: readonly AliasContext[];
  /** All thresholds of the protection in list order, including the text's own. */
  thresholds?: readonly ThresholdContext[];
  /** Index of the text's own threshold in `thresholds`: only those above may be used. By default, all may. */
  position?: number;
  /** Names of the patterns of a pattern protection. */
  patterns?: readonly string[];
}

export interface CheckOptions extends LanguageContext {
  /** The type of the text's result: number for a calculated tag, boolean for a threshold. */
  result: 'number' | 'boolean';
  /**
   * The threshold has a deadband: its logic must then be a single comparison of numbers, other than `==` and
   * `!=`.
   */
  deadband?: boolean;
}
