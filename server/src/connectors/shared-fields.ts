import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { sharedTagsField } from '@twinward/contracts/connections/sharing';
import type { Configuration } from './connector.ts';

/** Configuration fields shared by several connectors. */

export const url = (help: string, example: string): ConfigurationField => ({
  name: 'url',
  label: 'Address',
  kind: 'address',
  help,
  isRequired: true,
  example,
});

export const user: ConfigurationField = { name: 'user', label: 'User', kind: 'text', isRequired: true };

export const password: ConfigurationField = {
  name: 'password',
  label: 'Password',
  kind: 'secret',
  isRequired: true,
};

export const extractionStartDate: ConfigurationField = {
  name: 'extractionStartDate',
  label: 'Extraction start date',
  kind: 'date',
  help: 'Work last changed before this date is not read. Leave empty to read all work.',
  isRequired: false,
};

/** Midnight UTC of `extractionStartDate`, epoch milliseconds; null: none. */
export function findExtractionStart(configuration: Configuration): number | null {
  const { extractionStartDate: date } = configuration;
  const time = typeof date === 'string' && date !== '' ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export const readsAssets = (help: string): ConfigurationField => ({
  name: 'readsAssets',
  label: 'Read assets',
  kind: 'boolean',
  help,
  isRequired: false,
  initial: true,
});

/** The types of work to read. */
export const extractionTypes = (name: string, label: string, help: string): ConfigurationField => ({
  name,
  label,
  kind: 'texts',
  help: `${help} Leave empty to read nothing.`,
  isRequired: false,
});

/** TLS settings for the server and for our client certificate. Used by `http-client.ts`. */
export const transportFields: readonly ConfigurationField[] = [
  {
    name: 'ca',
    label: 'CA certificates',
    kind: 'file',
    isRequired: false,
    help: 'PEM file of the CA that issued the certificate of the server. Only this CA is then accepted. Leave empty to use well-known CAs. Alternatively, trust a single certificate after a test.',
  },
  {
    name: 'certificate',
    label: 'Client certificate',
    kind: 'file',
    isRequired: false,
    help: 'PFX file (.pfx, .p12) with private key, if the server requires one.',
  },
  {
    name: 'certificatePassword',
    label: 'Password of the client certificate',
    kind: 'secret',
    isRequired: false,
  },
  {
    name: 'serverName',
    label: 'Name in the certificate',
    kind: 'text',
    isRequired: false,
    help: 'Host name in the certificate of the server, if it differs from the address. Leave empty to use the host of the address.',
  },
];

/** The tags that another installation may read with the token of a connection. */
export const sharedTags: ConfigurationField = {
  name: sharedTagsField,
  label: 'Tags that may be read',
  kind: 'texts',
  help: 'Names of tags that the token holder may read. Use * for any characters. Tags fed by this connection can always be read.',
  isRequired: false,
};
