import type { ParameterContext } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';

/** An input of a trained model. */
export interface ModelInput {
  tagAliasId: number;
  /** For how many milliseconds a value holds. */
  hold: number;
  /** Over the rows that it was trained on. */
  mean: number;
  standardDeviation: number;
}

/** The 5 % and the 95 % quantile of an input's values. */
export type ModelBand = [low: number, high: number];

/** What a training works on. Times in epoch milliseconds. */
export interface TrainingInput {
  /** In the order of the model. */
  inputs: {
    tagAliasId: number;
    name: string;
    tagId: number;
    /** UCUM code of the unit in which it is read. */
    unit: string | null;
    conversion: Conversion;
    /** Milliseconds; null: three of the median intervals of its points. */
    hold: number | null;
  }[];
  /** In the order of the classes of the model. */
  patterns: { id: number; name: string }[];
  /** By start. The class, and from <= time < to. */
  ranges: [label: number, from: number, to: number][];
  strictness: 'lenient' | 'normal' | 'strict';
  confidence: number;
  stepSeconds: number | null;
  condition: string | null;
  /** Of the twin when the training was requested; absent where the condition names none. */
  parameters?: ParameterContext[];
}
