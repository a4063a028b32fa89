import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { parseAddress, readSecret, readText, readTexts } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import {
  extractionStartDate,
  extractionTypes,
  field,
  findExtractionStart,
  password,
  readsAssets,
  transportFields,
  url,
  user,
} from '../shared-fields.ts';

export const fields: readonly ConfigurationField[] = [
  url('Address of Maximo. If it has no path, /maximo/api is used.', 'https://maximo.plant.example/maximo'),
  field(
    'secret',
    'apikey',
    'API key',
    'From Maximo Application Suite (Administration, API keys). Leave empty to sign in with user and password.',
  ),
  { ...user, isRequired: false },
  { ...password, isRequired: false },
  extractionStartDate,
  extractionTypes('extractionOrderTypes', 'Order types to read', 'Work types of orders, for example CM.'),
  extractionTypes(
    'extractionServiceRequestTypes',
    'Service request types to read',
    'Types of service requests, for example SR.',
  ),
  field(
    'text',
    'serviceRequestTypeField',
    'Attribute of the service request type',
    'Attribute that holds the type of a service request. With class, all service requests have type SR.',
    { initial: 'class' },
  ),
  readsAssets('Read assets of Maximo.'),
  field(
    'text',
    'site',
    'Site',
    'Only this site is read, and service requests are created in it. Leave empty for all sites; requests are then created in the maintenance plant of their asset.',
  ),
  field(
    'text',
    'requestField',
    'Attribute of the request',
    'A text attribute of service requests with at least 32 characters that nobody edits. It identifies the request of an advisory. Leave empty to append the identifier to the description.',
  ),
  ...transportFields(),
];

/** The records to read. Does not need secrets. */
export interface Selection {
  orderTypes: string[];
  serviceRequestTypes: string[];
  readsAssets: boolean;
}

export const toSelection = (configuration: Configuration): Selection => ({
  orderTypes: readTexts(configuration.extractionOrderTypes),
  serviceRequestTypes: readTexts(configuration.extractionServiceRequestTypes),
  readsAssets: configuration.readsAssets !== false,
});

export interface Settings extends Selection {
  /** Without a trailing slash. */
  base: string;
  apikey: string | null;
  user: string | null;
  password: string;
  serviceRequestTypeField: string;
  site: string | null;
  requestField: string | null;
  /** Epoch milliseconds. Null to read all work. */
  start: number | null;
}

const isName = (text: string | null): boolean => text === null || /^[a-z_][a-z0-9_]*$/i.test(text);

export function findProblems(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseAddress(configuration.url))
    problems.push({
      path: 'url',
      message: 'Please enter an address such as https://maximo.plant.example/maximo.',
    });
  if (readText(configuration.apikey) === null && readText(configuration.user) === null)
    problems.push({ path: 'apikey', message: 'Please enter an API key, or a user with a password.' });
  for (const path of ['serviceRequestTypeField', 'requestField']) {
    if (!isName(readText(configuration[path])))
      problems.push({ path, message: 'Please enter the name of an attribute, such as externalrecid.' });
  }
  return problems;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toSettings(configuration: Configuration): Settings {
  refuseProblem(findProblems(configuration));
  const address = parseAddress(configuration.url)!;
  const path = address.pathname.replace(/\/+$/, '') || '/maximo';
  return {
    base: `${address.origin}${/\/(api|oslc)$/.test(path) ? path : `${path}/api`}`,
    apikey: readText(configuration.apikey),
    user: readText(configuration.user),
    password: readSecret(configuration.password) ?? '',
    ...toSelection(configuration),
    serviceRequestTypeField: readText(configuration.serviceRequestTypeField)?.toLowerCase() ?? 'class',
    site: readText(configuration.site),
    requestField: readText(configuration.requestField)?.toLowerCase() ?? null,
    start: findExtractionStart(configuration),
  };
}
