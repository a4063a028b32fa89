import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { addressOf as parseAddress, secretOf, textOf, textsOf } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import {
  extractionStartDate,
  extractionTypes,
  password,
  readsAssets,
  startOf,
  transportFields,
  url,
  user,
} from '../shared-fields.ts';

export const fields: readonly ConfigurationField[] = [
  url(
    'The address of Maximo. Without a path, its API is looked for at /maximo/api.',
    'https://maximo.plant.example/maximo',
  ),
  {
    name: 'apikey',
    label: 'API key',
    kind: 'secret',
    help: 'Of Maximo Application Suite (Administration, API keys). Empty: user and password sign in.',
    isRequired: false,
  },
  { ...user, isRequired: false },
  { ...password, isRequired: false },
  extractionStartDate,
  extractionTypes('extractionOrderTypes', 'Order types to read', 'Work types of orders, such as CM.'),
  extractionTypes(
    'extractionServiceRequestTypes',
    'Service request types to read',
    'Types of service requests, such as SR.',
  ),
  {
    name: 'serviceRequestTypeField',
    label: 'Attribute of the service request type',
    kind: 'text',
    help: 'The attribute that distinguishes the types of service requests. In class all service requests are SR.',
    isRequired: false,
    initial: 'class',
  },
  readsAssets('Read assets of Maximo.'),
  {
    name: 'site',
    label: 'Site',
    kind: 'text',
    help: 'Only this site is read; service requests are made in it. Empty: all sites; requests are made in the maintenance plant of their asset.',
    isRequired: false,
  },
  {
    name: 'requestField',
    label: 'Attribute of the request',
    kind: 'text',
    help: 'A text of at least 32 characters of service requests that people leave alone; it identifies the request of an advisory. Empty: the description ends with it.',
    isRequired: false,
  },
  ...transportFields,
];

/** What is read; known without secrets. */
export interface Selection {
  orderTypes: string[];
  serviceRequestTypes: string[];
  readsAssets: boolean;
}

export const selectionOf = (configuration: Configuration): Selection => ({
  orderTypes: textsOf(configuration.extractionOrderTypes),
  serviceRequestTypes: textsOf(configuration.extractionServiceRequestTypes),
  readsAssets: configuration.readsAssets !== false,
});

export interface Settings extends Selection {
  /** Ends without a slash. */
  base: string;
  apikey: string | null;
  user: string | null;
  password: string;
  serviceRequestTypeField: string;
  site: string | null;
  requestField: string | null;
  /** Epoch milliseconds; null: all work is read. */
  start: number | null;
}

const isName = (text: string | null): boolean => text === null || /^[a-z_][a-z0-9_]*$/i.test(text);

export function problemsOf(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseAddress(configuration.url))
    problems.push({
      path: 'url',
      message: 'Please enter an address such as https://maximo.plant.example/maximo.',
    });
  if (textOf(configuration.apikey) === null && textOf(configuration.user) === null)
    problems.push({ path: 'apikey', message: 'Please give an API key, or a user with a password.' });
  for (const path of ['serviceRequestTypeField', 'requestField']) {
    if (!isName(textOf(configuration[path])))
      problems.push({ path, message: 'Please enter the name of an attribute, such as externalrecid.' });
  }
  return problems;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function settingsOf(configuration: Configuration): Settings {
  refuseProblem(problemsOf(configuration));
  const address = parseAddress(configuration.url)!;
  const path = address.pathname.replace(/\/+$/, '') || '/maximo';
  return {
    base: `${address.origin}${/\/(api|oslc)$/.test(path) ? path : `${path}/api`}`,
    apikey: textOf(configuration.apikey),
    user: textOf(configuration.user),
    password: secretOf(configuration.password) ?? '',
    ...selectionOf(configuration),
    serviceRequestTypeField: textOf(configuration.serviceRequestTypeField)?.toLowerCase() ?? 'class',
    site: textOf(configuration.site),
    requestField: textOf(configuration.requestField)?.toLowerCase() ?? null,
    start: startOf(configuration),
  };
}
