import type { Secrets } from '../../../platform/config/secrets.ts';
import type { SecretValues } from './configuration.ts';

/** Secrets of one connection can't be opened as those of another. */
const purposeOf = (id: number): string => `connection ${id}`;

/** The columns of secrets. */
export function sealSecrets(secrets: Secrets, id: number, values: SecretValues) {
  const names = Object.keys(values);
  return {
    secrets: names.length === 0 ? null : secrets.seal(JSON.stringify(values), purposeOf(id)),
    secrets_set: names,
  };
}

/** @throws Error when they were sealed with another key */
export const openSecrets = (secrets: Secrets, id: number, sealed: string | null): SecretValues =>
  sealed === null ? {} : JSON.parse(secrets.open(sealed, purposeOf(id)));
