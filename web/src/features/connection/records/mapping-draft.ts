import {
  type MappedClass,
  type MappingRule,
  type RemoteField,
  type StreamMapping,
  typeCode,
} from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';

export type MappingDraft = Pick<StreamMapping, 'rules' | 'classes'>;

/** Stands for a constant among the fields there. */
export const constantSource = '=';

/** What a field here is filled from: a field there, a constant, or '' for nothing. */
export const sourceOf = (rules: readonly MappingRule[], to: string): string => {
  const rule = rules.find((one) => one.to === to);
  return rule === undefined ? '' : (rule.from ?? constantSource);
};

/** The rules with another source for a field; the values of the source before say nothing of the next. */
export function withSource(rules: readonly MappingRule[], to: string, source: string): MappingRule[] {
  if (source === '') return rules.filter((rule) => rule.to !== to);
  return withRule(rules, { to, from: source === constantSource ? null : source, constant: '', values: [] });
}

/** The rules with one in the place of another for the same field, else at the end. */
export const withRule = (rules: readonly MappingRule[], changed: MappingRule): MappingRule[] =>
  rules.some(({ to }) => to === changed.to)
    ? rules.map((rule) => (rule.to === changed.to ? changed : rule))
    : [...rules, changed];

/** The choices of a source: nothing, the fields there, the type code, a constant. */
export const sourceChoices = (fields: readonly RemoteField[]): { value: string; label: string }[] => [
  { value: '', label: 'Not read' },
  ...fields.map(({ name, label }) => ({
    value: name,
    label: label === name ? name : `${label} (${name})`,
  })),
  { value: typeCode, label: 'Type code' },
  { value: constantSource, label: 'A constant' },
];

/** The values of a field in records, each once, without those of a list of values. */
export function seenValues(records: readonly ShownRecord[], rule: MappingRule): string[] {
  const { from } = rule;
  if (from === null) return [];
  const seen = records.map(({ type, fields }) =>
    from === typeCode ? type : fields[from] == null ? '' : String(fields[from]),
  );
  const known = new Set(rule.values.map((pair) => pair.from));
  return [...new Set(seen)].filter((value) => value !== '' && !known.has(value)).sort();
}

/** The class of a type code, as the id of the entry of the taxonomy that says most. */
export const entryOf = ({ categoryId, classId, typeId }: MappedClass): number =>
  typeId ?? classId ?? categoryId;
