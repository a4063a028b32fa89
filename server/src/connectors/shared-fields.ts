import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { sharedTagsField } from '@twinward/contracts/connections/sharing';
import type { Configuration } from './connector.ts';

/** Configuration fields shared by several connectors. */

/** A field of a configuration that may stay empty, unless `more` says otherwise. */
export const field = (
  kind: ConfigurationField['kind'],
  name: string,
  label: string,
  help?: string,
  more: Partial<ConfigurationField> = {},
): ConfigurationField => ({
  name,
  label,
  kind,
  ...(help !== undefined && { help }),
  isRequired: false,
  ...more,
});

export const url = (help: string, example: string): ConfigurationField =>
  field('address', 'url', 'Address', help, { isRequired: true, example });

export const user: ConfigurationField = { name: 'user', label: 'User', kind: 'text', isRequired: true };

export const password: ConfigurationField = {
  name: 'password',
  label: 'Password',
  kind: 'secret',
  isRequired: true,
};

export const extractionStartDate = field(
  'date',
  'extractionStartDate',
  'Extraction start date',
  'Work last changed before this date is not read. Leave empty to read all work.',
);

/** Midnight UTC of `extractionStartDate`, epoch milliseconds; null: none. */
export function findExtractionStart(configuration: Configuration): number | null {
  const { extractionStartDate: date } = configuration;
  const time = typeof date === 'string' && date !== '' ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export const readsAssets = (help: string): ConfigurationField =>
  field('boolean', 'readsAssets', 'Read assets', help, { initial: true });

/** The types of work to read. */
export const extractionTypes = (name: string, label: string, help: string): ConfigurationField =>
  field('texts', name, label, `${help} Leave empty to read nothing.`);

/** TLS settings for the server and for our client certificate. @param peer what we connect to */
export const transportFields = (peer: 'server' | 'broker' = 'server'): ConfigurationField[] => [
  field(
    'file',
    'ca',
    'CA certificates',
    `PEM file of the CA that issued the certificate of the ${peer}. Only this CA is then accepted. Leave empty to use well-known CAs. Alternatively, trust a single certificate after a test.`,
  ),
  field(
    'file',
    'certificate',
    'Client certificate',
    `PFX file (.pfx, .p12) with private key, if the ${peer} requires one.`,
  ),
  field('secret', 'certificatePassword', 'Password of the client certificate'),
  field(
    'text',
    'serverName',
    'Name in the certificate',
    `Host name in the certificate of the ${peer}, if it differs from the address. Leave empty to use the host of the address.`,
  ),
];

/** The tags that another installation may read with the token of a connection. */
export const sharedTags = field(
  'texts',
  sharedTagsField,
  'Tags that may be read',
  'Names of tags that the token holder may read. Use * for any characters. Tags fed by this connection can always be read.',
);
