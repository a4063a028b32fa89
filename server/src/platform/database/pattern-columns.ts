import type { ParameterContext } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';

/** An input of a trained model. */
export interface ModelInput {
  tagAliasId: number;
  /** Milliseconds for which a value holds. */
  hold: number;
  /** Mean over the rows that the model was trained on. */
  mean: number;
  standardDeviation: number;
}

/** The 5 % and the 95 % quantile of an input's values. */
export type ModelBand = [low: number, high: number];

/** The input of a training. Times in epoch milliseconds. */
export interface TrainingInput {
  /** In the order of the model. */
  inputs: {
    tagAliasId: number;
    name: string;
    tagId: number;
    /** UCUM code of the unit in which values are read. */
    unit: string | null;
    conversion: Conversion;
    /** Milliseconds; null for three median intervals of its points. */
    hold: number | null;
  }[];
  /** In the order of the classes of the model. */
  patterns: { id: number; name: string }[];
  /** By start. Each has a class, and the range from <= time < to. */
  ranges: [label: number, from: number, to: number][];
  strictness: 'lenient' | 'normal' | 'strict';
  confidence: number;
  stepSeconds: number | null;
  condition: string | null;
  /** Parameters of the twin when the training was requested; absent if the condition uses none. */
  parameters?: ParameterContext[];
}
