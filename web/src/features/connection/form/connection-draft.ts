import { configurationValue, isSecret } from '@twinward/contracts/connections/configuration';
import {
  type ConfigurationField,
  type Connection,
  type ConnectionType,
  connectionPlaces,
  type LogLevel,
  logLevels,
  newConnection,
} from '@twinward/contracts/connections/connection';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { logLevelLabels, placeLabels } from '../connection-words.ts';

/**
 * A connection being edited, by request path: `name`, `configuration.url`. For secrets, null keeps the stored value,
 * and an empty text removes it.
 */
export type ConnectionDraft = Record<string, unknown>;

export const toPath = (field: string): string => `configuration.${field}`;
export const logLevelPath = toPath('logLevel');
export const placePath = 'place';

const none: readonly ConfigurationField[] = [];
export const listFields = (type: ConnectionType | undefined): readonly ConfigurationField[] =>
  type?.fields ?? none;

/** The initial value of a field. */
function emptyValue({ kind, initial, isRequired, choices }: ConfigurationField): unknown {
  if (initial !== undefined) return initial;
  switch (kind) {
    case 'boolean':
      return false;
    case 'texts':
      return [];
    case 'number':
    case 'date':
    case 'secret':
    case 'file':
      return null;
    case 'choice':
      return isRequired ? (choices?.[0]?.value ?? '') : '';
    default:
      return '';
  }
}

/** The draft of a stored connection; null for a new one of a type. */
export function toDraft(connection: Connection | null, type: ConnectionType | undefined): ConnectionDraft {
  const stored = connection?.configuration ?? {};
  const fields = listFields(type).map((field) => {
    const value = isSecret(field) ? null : (stored[field.name] ?? null);
    return [toPath(field.name), value ?? (isSecret(field) ? null : emptyValue(field))] as const;
  });
  return {
    name: connection?.name ?? '',
    [placePath]: connection?.place ?? 'server',
    [logLevelPath]: (stored.logLevel as LogLevel | undefined) ?? 'info',
    ...Object.fromEntries(fields),
  };
}

/** The configuration to send. Empty fields are omitted, except secrets, which an empty text removes. */
export function toConfiguration(draft: ConnectionDraft, type: ConnectionType | undefined, typeId: string) {
  const fields = listFields(type).flatMap((field) => {
    const value = draft[toPath(field.name)];
    if (isSecret(field)) return [[field.name, value] as const];
    return value === '' || value === null ? [] : [[field.name, value] as const];
  });
  return { type: typeId, logLevel: draft[logLevelPath], ...Object.fromEntries(fields) };
}

/** Whether a draft sets or removes a secret. Its previous value can't be restored. */
export const hasNewSecret = (draft: ConnectionDraft, type: ConnectionType | undefined): boolean =>
  listFields(type).some((field) => isSecret(field) && draft[toPath(field.name)] !== null);

const nameRule = schemaRule(newConnection.shape.name);

/** The validation errors of a draft, by path. @param secretsSet stored secrets */
export function findProblems(
  draft: ConnectionDraft,
  type: ConnectionType | undefined,
  secretsSet: readonly string[],
): Map<string, string> {
  const problems = new Map<string, string>();
  const addProblem = (path: string, problem: string | null): void => {
    if (problem !== null) problems.set(path, problem);
  };
  addProblem('name', nameRule(draft.name));
  for (const field of listFields(type)) {
    const value = draft[toPath(field.name)];
    const isKept = isSecret(field) && value === null && secretsSet.includes(field.name);
    if (!isKept) addProblem(toPath(field.name), schemaRule(configurationValue(field))(value));
  }
  return problems;
}

/** Labels and formats of the fields in the conflict dialog. Secrets are never shown. */
export function draftTexts(type: ConnectionType | undefined): FieldTexts<ConnectionDraft> {
  const fields = listFields(type).map((field) => [
    toPath(field.name),
    { label: field.label, text: (value: unknown) => formatValue(field, value) },
  ]);
  return {
    name: { label: 'Name', text: (value) => asTyped(String(value)) },
    [placePath]: { label: 'Runs', text: (value) => placeLabels[value as Connection['place']] },
    ...Object.fromEntries(fields),
    [logLevelPath]: { label: 'Log level', text: (value) => logLevelLabels[value as LogLevel] },
  };
}

function formatValue({ kind, choices }: ConfigurationField, value: unknown): string {
  if (isSecret({ kind })) return value === null ? 'Unchanged' : value === '' ? 'None' : 'New';
  if (kind === 'boolean') return value === true ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  return choices?.find((choice) => choice.value === value)?.label ?? String(value ?? '');
}

export const placeChoices = connectionPlaces.map((place) => ({ value: place, label: placeLabels[place] }));

export const logLevelChoices = logLevels.map((level) => ({ value: level, label: logLevelLabels[level] }));
