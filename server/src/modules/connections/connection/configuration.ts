import { configurationValue, isSecret } from '@twinward/contracts/connections/configuration';
import { type ConfigurationField, logLevels } from '@twinward/contracts/connections/connection';
import { isEmpty } from '@twinward/domain/rules/rule';
import type { Configuration, Connector } from '../../../connectors/connector.ts';
import { findConnector } from '../../../connectors/registry.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';

/** Values of secret fields, by name. */
export type SecretValues = Readonly<Record<string, string>>;

/** A configuration as it is stored. */
interface StoredConfiguration {
  /** Without secrets. */
  plain: Record<string, unknown>;
  secrets: Record<string, string>;
}

interface KeptConfiguration {
  plain: Configuration;
  /** Null if they cannot be decrypted. */
  secrets: SecretValues | null;
  secretsSet: readonly string[];
}

const logLevel: ConfigurationField = {
  name: 'logLevel',
  label: 'Log level',
  kind: 'choice',
  isRequired: true,
  choices: logLevels.map((level) => ({ value: level, label: level })),
  initial: 'info',
};

const listFields = (connector: Connector | null): ConfigurationField[] => [
  logLevel,
  ...(connector?.fields ?? []),
];

const addressChanged = 'The address was changed: please enter this again.';
const unopened = 'This was encrypted with another key: please enter it again.';

/**
 * Returns the configuration to store. For a secret, null keeps the value and an empty text removes it. If the address
 * changes, secrets must be entered again, so that a user who doesn't know them cannot have them sent elsewhere.
 * @param kept the stored configuration; null for a new connection
 * @param mayLackSecrets for an imported connection: its secrets are entered before it starts
 * @throws AppError `invalid-request`, naming each invalid field as `configuration.<field>`
 */
export function checkConfiguration(
  type: string,
  given: Configuration,
  kept: KeptConfiguration | null,
  mayLackSecrets = false,
): StoredConfiguration {
  const connector = findConnector(type);
  const fields = listFields(connector);
  const problems: Problem[] = [];
  const refuse = (name: string, message: string) =>
    void problems.push({ path: `configuration.${name}`, message });
  const known = new Set(['type', ...fields.map(({ name }) => name)]);
  for (const name of Object.keys(given)) if (!known.has(name)) refuse(name, `There is no field ${name}.`);
  if (given.type !== undefined && given.type !== type) refuse('type', `Please give ${type}.`);

  const plain: Record<string, unknown> = { type };
  const secrets: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const value = given[name] ?? null;
    if (isSecret(field) && value === null && kept?.secretsSet.includes(name)) {
      const secret = kept.secrets?.[name];
      if (secret === undefined) refuse(name, unopened);
      else secrets[name] = secret;
      continue;
    }
    if (mayLackSecrets && isSecret(field) && value === null) continue;
    const checked = checkValue(field, given[name] === undefined ? (field.initial ?? null) : value);
    if ('message' in checked) refuse(name, checked.message);
    else if (!isSecret(field)) plain[name] = checked.value;
    else if (checked.value !== null) secrets[name] = checked.value as string;
  }
  refuseProblems(problems);

  if (kept && connector && connector.toAddress(plain) !== connector.toAddress(kept.plain)) {
    for (const name of Object.keys(secrets)) if ((given[name] ?? null) === null) refuse(name, addressChanged);
  }
  const lacking = new Set(mayLackSecrets ? fields.filter(isSecret).map(({ name }) => name) : []);
  for (const { path, message } of connector?.check?.({ ...plain, ...secrets }) ?? [])
    if (!lacking.has(path)) refuse(path, message);
  refuseProblems(problems);
  return { plain, secrets };
}

/** The value of an empty field. */
const emptyValue = ({ kind }: ConfigurationField) =>
  kind === 'texts' ? [] : kind === 'boolean' ? false : null;

function checkValue(field: ConfigurationField, value: unknown): { value: unknown } | { message: string } {
  if (isEmpty(value)) return field.isRequired ? { message: 'Required.' } : { value: emptyValue(field) };
  const { success, data, error } = configurationValue(field).safeParse(value);
  return success ? { value: data } : { message: error.issues[0]!.message };
}

/** Returns a configuration without its secrets, with the fields of its type only. */
export function shownConfiguration(type: string, plain: Configuration): Record<string, unknown> {
  const fields = listFields(findConnector(type));
  const shown = (field: ConfigurationField) => plain[field.name] ?? field.initial ?? emptyValue(field);
  return {
    type,
    ...Object.fromEntries(fields.map((field) => [field.name, isSecret(field) ? null : shown(field)])),
  };
}

/** Whether a connection calls different addresses in two configurations. */
export function isOtherAddress(type: string, before: Configuration, now: Configuration): boolean {
  const connector = findConnector(type);
  return connector !== null && connector.toAddress(before) !== connector.toAddress(now);
}
