import type { ProtectionProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { Blocks } from '../model/points.ts';
import { BEGINNING } from '../model/state.ts';
import { Answers } from '../run/answers.ts';
import { createProtectionEvaluator } from '../run/protection-evaluator.ts';
import { Waiting } from '../run/waiting.ts';

/** Why there is no answer. */
export type NoAnswerReason =
  /** No input has points, or all are stale. */
  | 'silent'
  /** A value is missing; see `values`. */
  | 'missing'
  /** The longest window is not full. */
  | 'window'
  /** The condition of use is not true. */
  | 'condition';

/** The explanation of a model's answer at a time. */
export interface ExplainedAnswer {
  /** The point of the grid, in epoch milliseconds; null before the first. */
  readonly time: number | null;
  /** Index into the definition's patterns; null for no answer. */
  readonly pattern: number | null;
  readonly reason: NoAnswerReason | null;
  /** Whether the trees chose another pattern, which the gate refused. */
  readonly refused: boolean;
  /** Index into the definition's patterns of the one that the trees chose; null for no answer. */
  readonly named: number | null;
  /** By class of the model: the share of the votes, 0 to 1. Empty without an answer. */
  readonly shares: readonly number[];
  /** By input of the model. */
  readonly inputs: readonly {
    readonly alias: string;
    /** The value at the point of the grid; null if it is missing. */
    readonly value: number | null;
    /** How much the value changed the share of the pattern that the trees chose, up or down; 0 for no answer. */
    readonly contribution: number;
  }[];
  /** Number of complete steps in the longest window. */
  readonly rows: number;
}

/**
 * Explains the answer at a time, that of the last point of the model's grid up to then. The blocks must include the
 * points that it depends on, and the later ones that show that the grid point is answered.
 * @throws RangeError for a protection without a model
 */
export function explainAnswer(
  { classifier, inputs }: ProtectionProgram,
  blocks: Blocks,
  time: number,
  budget?: Budget,
): ExplainedAnswer {
  if (!classifier) throw new RangeError('The protection has no model in service.');
  const { definition, models } = classifier;
  const answers = new Answers(classifier, createProtectionEvaluator);
  const waiting = new Waiting(inputs.map(({ alias }) => alias));
  const points = waiting.add(blocks, BEGINNING, Number.POSITIVE_INFINITY);
  answers.read(points, time, { evidence: Number.POSITIVE_INFINITY, budget });
  const at = answers.passed;
  if (!Number.isNaN(at)) answers.readRow(at);
  const values = definition.inputs.map((_, index) => answers.row[index]!);
  const { pattern, rows, refused } = answers;
  const isKnown = !Number.isNaN(at);
  const noContribution = definition.inputs.map(() => 0);
  const inputsWith = (contributions: readonly number[]) =>
    definition.inputs.map(({ alias }, index) => ({
      alias,
      value: isKnown && !Number.isNaN(values[index]) ? values[index]! : null,
      contribution: contributions[index]!,
    }));
  const base = { time: isKnown ? at : null, pattern, refused, rows };
  if (pattern === null) {
    const reason = findReason();
    return { ...base, reason, named: null, shares: [], inputs: inputsWith(noContribution) };
  }
  const model = models.get(definition.checksum);
  const features = answers.readFeatures(model.model.layout);
  const shares = model.shares(features);
  const named = shares.indexOf(Math.max(...shares));
  return {
    ...base,
    reason: null,
    named: definition.classes[named]!,
    shares,
    inputs: inputsWith(model.contributions(features, 0, named)),
  };

  function findReason(): NoAnswerReason {
    if (!isKnown || answers.isReleased) return 'silent';
    if (values.some(Number.isNaN)) return 'missing';
    return answers.isUsed ? 'window' : 'condition';
  }
}
