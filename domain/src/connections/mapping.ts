import {
  type MappingRule,
  type MappingTarget,
  mappingTargets,
  type StreamKind,
  typeCode,
} from '@twinward/contracts/connections/mapping';

/** Maps records of another system to our fields. Used by the server and by the preview. */

type RemoteValue = string | number | boolean | null;

/** A record of another system, with the fields that mappings read. */
interface MappableRecord {
  type: string;
  fields: Readonly<Record<string, RemoteValue>>;
}

/** Times are ISO 8601 in UTC. Values of custom fields are texts, as in the cells of a file. Null is empty. */
export type MappedValue = string | number | boolean | null;

interface MappedRecord {
  /** Values of the mapped fields only. */
  values: Readonly<Record<string, MappedValue>>;
  problems: readonly { to: string; message: string }[];
}

/** Applies mapping rules to a record. A field with a problem gets no value. */
export function mapRecord(
  record: MappableRecord,
  rules: readonly MappingRule[],
  targets: readonly MappingTarget[],
): MappedRecord {
  const byName = new Map(targets.map((target) => [target.name, target]));
  const values: Record<string, MappedValue> = {};
  const problems: { to: string; message: string }[] = [];
  for (const rule of rules) {
    const target = byName.get(rule.to);
    if (!target) continue;
    const read = convert(readThere(record, rule), target);
    if (read instanceof Error) problems.push({ to: rule.to, message: read.message });
    else values[rule.to] = read;
  }
  for (const { name, isRequired } of targets) {
    const isMissing = values[name] === undefined || values[name] === null;
    if (isRequired && isMissing && !problems.some(({ to }) => to === name))
      problems.push({ to: name, message: 'No value in the other system.' });
  }
  return { values, problems };
}

/** Returns the value that a rule reads, translated by the rule's list of values. */
function readThere({ type, fields }: MappableRecord, { from, constant, values }: MappingRule): RemoteValue {
  if (from === null) return constant;
  const there = from === typeCode ? type : (fields[from] ?? null);
  const text = there === null ? '' : String(there);
  return values.find((pair) => pair.from === text)?.to ?? there;
}

function convert(value: RemoteValue, { kind, choices }: MappingTarget): MappedValue | Error {
  const text = value === null ? '' : String(value).trim();
  if (text === '') return null;
  switch (kind) {
    case 'number': {
      const number = Number(text);
      return Number.isFinite(number) ? number : new Error(`'${shown(text)}' is no number.`);
    }
    case 'boolean':
      return booleans.get(text.toLowerCase()) ?? new Error(`'${shown(text)}' is neither true nor false.`);
    case 'time': {
      const time = Date.parse(text);
      return Number.isNaN(time) ? new Error(`'${shown(text)}' is no time.`) : new Date(time).toISOString();
    }
    case 'choice':
      return (
        choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ??
        new Error(
          `'${shown(text)}' is not one of ${choices.join(', ')}. Please add it to the list of values.`,
        )
      );
    default:
      return text;
  }
}

const booleans = new Map([
  ...['true', 'yes', 'y', '1', 'x'].map((text) => [text, true] as const),
  ...['false', 'no', 'n', '0'].map((text) => [text, false] as const),
]);

const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** Returns the contract names of the fields that a mapping fills. */
export function ownedFields(kind: StreamKind, rules: readonly MappingRule[], hasClasses: boolean): string[] {
  const owned = new Set(rules.flatMap(({ to }) => contractFields[to] ?? [to]));
  if (hasClasses) for (const name of classFields) owned.add(name);
  // The state decides whether work is completed, and whether an asset is in service.
  if (owned.has('state')) owned.add(kind === 'work' ? 'completed' : 'outOfServiceAt');
  owned.delete('state');
  owned.delete('asset');
  return [...owned].sort();
}

const classFields = ['categoryId', 'classId', 'typeId'];

/** The contract names of mapping fields with a different name. */
const contractFields: Readonly<Record<string, readonly string[]>> = {
  hours: ['duration'],
  parent: ['parentId'],
  category: classFields,
  class: classFields,
  type: classFields,
};

/** Returns the default rules of a mapping, as proposed by the connector. */
export function defaultRules(
  kind: StreamKind,
  mapping: Readonly<Record<string, string>>,
  values: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): MappingRule[] {
  const known = new Set(mappingTargets[kind].map(({ name }) => name));
  return Object.entries(mapping)
    .filter(([to]) => known.has(to))
    .map(([to, from]) => ({
      to,
      from,
      constant: '',
      values: Object.entries(values[to] ?? {}).map(([there, here]) => ({ from: there, to: here })),
    }));
}
