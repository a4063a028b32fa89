import type { ProtectionDefinition } from '../model/definition.ts';
import type {
  ClassifierProgram,
  CompiledProtection,
  InputNeed,
  Models,
  ProtectionProgram,
  ThresholdError,
} from './program.ts';
import { protectionError } from './protection-errors.ts';

type Compile = (definition: ProtectionDefinition) => CompiledProtection;

type CompiledClassifier =
  | { readonly ok: true; readonly classifier: ClassifierProgram | null }
  | { readonly ok: false; readonly errors: readonly ThresholdError[] };

/** Compiles the computation of a model's answers; null without a model in service. */
export function compileClassifier(
  { classifier, inputs, parameters, units, timeZone }: ProtectionDefinition,
  models: Models,
  compile: Compile,
): CompiledClassifier {
  if (!classifier) return { ok: true, classifier: null };
  const known = new Set(inputs.map(({ alias }) => alias));
  const missing = classifier.inputs.filter(({ alias }) => !known.has(alias));
  if (missing.length > 0) {
    const errors = missing.map(({ alias }) =>
      protectionError(`The model in service reads [${alias}], which is no input. Train it again.`),
    );
    return { ok: false, errors };
  }
  const condition = compileCondition(classifier.condition, { inputs, parameters, units, timeZone }, compile);
  if (!condition.ok) return condition;
  return { ok: true, classifier: { definition: classifier, condition: condition.program, models } };
}

type Condition =
  | { readonly ok: true; readonly program: ProtectionProgram | null }
  | { readonly ok: false; readonly errors: readonly ThresholdError[] };

type ConditionContext = Pick<ProtectionDefinition, 'inputs' | 'parameters' | 'units' | 'timeZone'>;

/**
 * Defines a condition of use as a protection with one threshold; the condition is true while the threshold is in
 * excursion.
 */
export const defineCondition = (logic: string, context: ConditionContext): ProtectionDefinition => ({
  ...context,
  type: 'condition',
  defaultLevel: 0,
  thresholds: [{ id: 'condition', name: 'Condition of use', logic, level: null }],
});

function compileCondition(logic: string | null, context: ConditionContext, compile: Compile): Condition {
  if (logic === null || logic.trim() === '') return { ok: true, program: null };
  const compiled = compile(defineCondition(logic, context));
  if (compiled.ok) return { ok: true, program: compiled.program };
  const errors = compiled.errors.map((error) => ({
    ...error,
    threshold: -1,
    message: `Condition of use: ${error.message}`,
  }));
  return { ok: false, errors };
}

/**
 * Adds the points that the model and its condition need. To continue from a state, the rows of the longest window are
 * computed again.
 */
export function mergeNeeds(needs: readonly InputNeed[], classifier: ClassifierProgram | null): InputNeed[] {
  if (!classifier) return [...needs];
  const { inputs } = classifier.definition;
  const added = [
    ...inputs.map(({ alias, hold }): InputNeed => {
      return { alias, type: 'data_point', window: rowsReach(classifier) + hold };
    }),
    ...(classifier.condition?.inputs ?? []),
  ];
  const merged = new Map<string, InputNeed>();
  for (const need of [...needs, ...added]) {
    const window = Math.max(need.window, merged.get(need.alias)?.window ?? 0);
    merged.set(need.alias, { ...need, window });
  }
  return [...merged.values()];
}

const rowsReach = ({ definition: { longest, step } }: ClassifierProgram): number => longest * step;

/** How far back points affect an answer, in milliseconds. */
export const reachOfAnswer = (classifier: ClassifierProgram): number =>
  rowsReach(classifier) +
  classifier.definition.step +
  Math.max(...classifier.definition.inputs.map(({ hold }) => hold));
