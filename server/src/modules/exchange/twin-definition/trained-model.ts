import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import { replaceAliases } from '@twinward/domain/language';
import type { ModelBand, ModelInput } from '../../../platform/database/pattern-columns.ts';

type PartInput = Omit<ModelInput, 'tagAliasId'> & { partId: number };
type Evaluation = Omit<PatternEvaluation, 'patterns' | 'inputs'> & {
  patterns: Omit<PatternEvaluation['patterns'][number], 'patternId'>[];
  inputs: (Omit<PatternEvaluation['inputs'][number], 'tagAliasId'> & { partId: number })[];
};

/** A trained model without data of one twin: its inputs are parts, its classes are names of patterns. */
interface TrainedModel {
  /** Base64 */
  model: string;
  /** Serialized expected values, base64; null if there are none. */
  expected: string | null;
  stepSeconds: number;
  windows: number[];
  strictness: 'lenient' | 'normal' | 'strict';
  /** Refers to inputs by the id of their part. */
  condition: string | null;
  inputs: PartInput[];
  /** By class of the model. */
  patterns: string[];
  bands: (ModelBand | null)[][];
  evaluation: Evaluation;
}

/** Returns a trained model as text. The same model gives the same text. */
export const packModel = (model: TrainedModel): string =>
  Buffer.from(JSON.stringify(model)).toString('base64');

/** @returns null for a text that `packModel` did not create. */
export function unpackModel(text: string): TrainedModel | null {
  try {
    const model = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<TrainedModel> | null;
    const isModel =
      typeof model?.model === 'string' && Array.isArray(model.inputs) && Array.isArray(model.patterns);
    return isModel ? (model as TrainedModel) : null;
  } catch {
    return null;
  }
}

/** Returns a packed model with other part ids for its inputs. A text that is not a model is returned unchanged. */
export function renumberModel(text: string, ids: ReadonlyMap<number, number>): string {
  const model = unpackModel(text);
  if (!model) return text;
  const withId = <Input extends { partId: number }>(input: Input): Input => ({
    ...input,
    partId: ids.get(input.partId) ?? input.partId,
  });
  return packModel({
    ...model,
    condition: renameInputs(
      model.condition,
      new Map([...ids].map(([from, to]) => [String(from), String(to)])),
    ),
    inputs: model.inputs.map(withId),
    evaluation: { ...model.evaluation, inputs: model.evaluation.inputs.map(withId) },
  });
}

/** Replaces part ids in a condition by names of inputs, or the other way round. */
export const renameInputs = (condition: string | null, names: ReadonlyMap<string, string>): string | null =>
  condition === null ? null : replaceAliases(condition, names);
