import type {
  TwinParameter,
  TwinParameters,
  TwinParametersChange,
} from '@twinward/contracts/twins/parameter';
import { twinParameter } from '@twinward/contracts/twins/parameter';
import { parameterProblem } from '@twinward/domain/language/parameters';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';

const blank: TwinParameter = { name: '', description: '', kind: 'number', unit: null, value: null };

/** The parameter of a name, as it is edited; an empty one for a new parameter, or one that is gone. */
export const draftOf = ({ parameters }: TwinParameters, name: string | null): TwinParameter =>
  parameters.find((parameter) => parameter.name === name) ?? blank;

const rules = schemaRules(twinParameter.shape, ['name', 'description', 'unit']);

/** What is wrong with an edited parameter, by field. */
export function problemsOf(
  draft: TwinParameter,
  { parameters }: TwinParameters,
  name: string | null,
): Partial<Record<keyof TwinParameter, string | undefined>> {
  const isTaken = parameters.some((other) => other.name !== name && other.name === draft.name.trim());
  const problem = parameterProblem(draft);
  return {
    ...fieldMessages(draft, rules),
    ...(isTaken ? { name: 'Another parameter has this name.' } : {}),
    ...(Number.isNaN(draft.value) ? { value: 'Please enter a number.' } : {}),
    ...(problem ? { [problem.field]: problem.message } : {}),
  };
}

/** All parameters of the twin with an edited one; logic that names a renamed one is rewritten. */
export function changeOf(
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
