import type { ConfigurationField } from '@twinward/contracts/connections/connection';

/** Fields that the configurations of several systems have. */

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
  help: 'Work that was last changed before this day is not read. Empty: all work is read.',
  isRequired: false,
};

/** Which types of work are read. */
export const extractionTypes = (name: string, label: string, help: string): ConfigurationField => ({
  name,
  label,
  kind: 'texts',
  help: `${help} Empty: none is read.`,
  isRequired: false,
});

/** Limit of the types that have no client in this version. */
export const settingsOnly = 'This version keeps the settings and does not connect yet.';
