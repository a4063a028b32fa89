import {
  type MappedClass,
  type MappingRule,
  type RemoteField,
  type StreamMapping,
  typeCode,
} from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';

export type MappingDraft = Pick<StreamMapping, 'rules' | 'classes'>;

/** Placeholder for a constant among the remote fields. */
export const constantSource = '=';

/** The source of a local field: a remote field, a constant, or '' for none. */
export const findSource = (rules: readonly MappingRule[], to: string): string => {
  const rule = rules.find((one) => one.to === to);
  return rule === undefined ? '' : (rule.from ?? constantSource);
};

/** Sets the source of a field. Drops the value mappings of the previous source. */
export function withSource(rules: readonly MappingRule[], to: string, source: string): MappingRule[] {
  if (source === '') return rules.filter((rule) => rule.to !== to);
  return withRule(rules, { to, from: source === constantSource ? null : source, constant: '', values: [] });
}

/** Replaces the rule of the same field, or appends it. */
export const withRule = (rules: readonly MappingRule[], changed: MappingRule): MappingRule[] =>
  rules.some(({ to }) => to === changed.to)
    ? rules.map((rule) => (rule.to === changed.to ? changed : rule))
    : [...rules, changed];

/** The choices of a source: none, the remote fields, the type code, or a constant. */
export const sourceChoices = (fields: readonly RemoteField[]): { value: string; label: string }[] => [
  { value: '', label: 'Not read' },
  ...fields.map(({ name, label }) => ({
    value: name,
    label: label === name ? name : `${label} (${name})`,
  })),
  { value: typeCode, label: 'Type code' },
  { value: constantSource, label: 'A constant' },
];

/** The distinct values of a field in records that have no value mapping. */
export function seenValues(records: readonly ShownRecord[], rule: MappingRule): string[] {
  const { from } = rule;
  if (from === null) return [];
  const seen = records.map(({ type, fields }) =>
    from === typeCode ? type : fields[from] == null ? '' : String(fields[from]),
  );
  const known = new Set(rule.values.map((pair) => pair.from));
  return [...new Set(seen)].filter((value) => value !== '' && !known.has(value)).sort();
}

/** The taxonomy entry of a type code: the id of the most specific one. */
export const toEntryId = ({ categoryId, classId, typeId }: MappedClass): number =>
  typeId ?? classId ?? categoryId;
