import type {
  TwinParameter,
  TwinParameters,
  TwinParametersChange,
} from '@twinward/contracts/twins/parameter';
import { twinParameter } from '@twinward/contracts/twins/parameter';
import { type ParameterRange, parameterProblem } from '@twinward/domain/language/parameters';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';

const blank: TwinParameter = { name: '', description: '', kind: 'number', unit: null, value: null };

/** The draft of the parameter with a name; an empty draft if it is new or was deleted. */
export const toDraft = ({ parameters }: TwinParameters, name: string | null): TwinParameter =>
  parameters.find((parameter) => parameter.name === name) ?? blank;

/** The range of an edited parameter; null if the twin's model sets none, or for another unit. */
export function findRange(
  { unit }: TwinParameter,
  { parameters, ranges }: TwinParameters,
  name: string | null,
): ParameterRange | null {
  const saved = parameters.find((parameter) => parameter.name === name);
  const range = ranges.find(({ parameter }) => parameter === name);
  return range && saved?.unit === unit ? range : null;
}

/** Describes a range in a sentence. */
export function rangeText({ minimum, maximum }: ParameterRange): string {
  if (maximum === null) return `Its model allows ${minimum} or more.`;
  return minimum === null
    ? `Its model allows ${maximum} or less.`
    : `Its model allows ${minimum} to ${maximum}.`;
}

const rules = schemaRules(twinParameter.shape, ['name', 'description', 'unit']);

/** The validation errors of an edited parameter, by field. */
export function findProblems(
  draft: TwinParameter,
  record: TwinParameters,
  name: string | null,
): Partial<Record<keyof TwinParameter, string | undefined>> {
  const { parameters } = record;
  const isTaken = parameters.some((other) => other.name !== name && other.name === draft.name.trim());
  const isSame = parameters.some((saved) => saved.name === name && saved.value === draft.value);
  const problem = parameterProblem(draft, isSame ? null : findRange(draft, record, name));
  return {
    ...fieldMessages(draft, rules),
    ...(isTaken ? { name: 'Another parameter has this name.' } : {}),
    ...(Number.isNaN(draft.value) ? { value: 'Please enter a number.' } : {}),
    ...(problem ? { [problem.field]: problem.message } : {}),
  };
}

/** The request that saves an edited parameter with all others. The server renames it in logic. */
export function toChange(
  draft: TwinParameter,
  { parameters, version }: TwinParameters,
  name: string | null,
): TwinParametersChange {
  const isKnown = parameters.some((parameter) => parameter.name === name);
  const isRenamed = isKnown && name !== null && draft.name.trim() !== name;
  const changed = isRenamed ? { ...draft, formerName: name } : draft;
  return {
    parameters: isKnown
      ? parameters.map((parameter) => (parameter.name === name ? changed : parameter))
      : [...parameters, changed],
    version,
  };
}
