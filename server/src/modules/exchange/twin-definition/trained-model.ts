import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';
import { replaceAliases } from '@twinward/domain/language';
import type { ModelBand, ModelInput } from '../../../platform/database/pattern-columns.ts';

type PartInput = Omit<ModelInput, 'tagAliasId'> & { partId: number };
type Evaluation = Omit<PatternEvaluation, 'patterns' | 'inputs'> & {
  patterns: Omit<PatternEvaluation['patterns'][number], 'patternId'>[];
  inputs: (Omit<PatternEvaluation['inputs'][number], 'tagAliasId'> & { partId: number })[];
};

/** A trained model without what belongs to one twin: its inputs are parts, its classes names of patterns. */
export interface TrainedModel {
  /** Base64 */
  model: string;
  /** Serialised expected values, base64; null without any. */
  expected: string | null;
  stepSeconds: number;
  windows: number[];
  strictness: 'lenient' | 'normal' | 'strict';
  /** Names an input by the id of its part. */
  condition: string | null;
  inputs: PartInput[];
  /** By class of the model. */
  patterns: string[];
  bands: (ModelBand | null)[][];
  evaluation: Evaluation;
}

/** A trained model as one text. The same model gives the same text. */
export const packModel = (model: TrainedModel): string =>
  Buffer.from(JSON.stringify(model)).toString('base64');

/** @returns null for a text that `packModel` didn't make. */
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

/** A packed model whose inputs are parts with other ids. A text that is no model stays. */
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

/** A condition with names of inputs in the place of ids of parts, or the other way round. */
export const renameInputs = (condition: string | null, names: ReadonlyMap<string, string>): string | null =>
  condition === null ? null : replaceAliases(condition, names);
