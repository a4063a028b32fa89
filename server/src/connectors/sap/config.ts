import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { isTimeZone } from '@twinward/domain/time-zone';
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
  url('Address of SAP Gateway. If it has no path, /sap/opu/odata/sap is used.', 'https://sap.plant.example'),
  user,
  password,
  field(
    'text',
    'client',
    'Client',
    'Three digits (sap-client). Leave empty for the default client of the system.',
  ),
  field(
    'text',
    'notificationType',
    'Notification type',
    'Type of notifications created by advisories, for example M1, if the advisory has no type.',
  ),
  extractionStartDate,
  extractionTypes(
    'extractionNotificationTypes',
    'Notification types to read',
    'Types of notifications, for example M1.',
  ),
  extractionTypes('extractionOrderTypes', 'Order types to read', 'Types of orders, for example PM01.'),
  readsAssets('Read equipment and functional locations as assets.'),
  field(
    'text',
    'timeZone',
    'Time zone',
    'Used for notification dates without a known time zone. Example: Europe/Berlin.',
    { initial: 'UTC' },
  ),
  ...transportFields(),
];

/** The records to read. Does not need secrets. */
export interface Selection {
  notificationTypes: string[];
  orderTypes: string[];
  readsAssets: boolean;
}

export const toSelection = (configuration: Configuration): Selection => ({
  notificationTypes: readTexts(configuration.extractionNotificationTypes),
  orderTypes: readTexts(configuration.extractionOrderTypes),
  readsAssets: configuration.readsAssets !== false,
});

export interface Settings extends Selection {
  /** Without a trailing slash. */
  base: string;
  user: string;
  password: string;
  client: string | null;
  notificationType: string | null;
  /** Epoch milliseconds. Null to read all work. */
  start: number | null;
  timeZone: string;
}

export function findProblems(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseAddress(configuration.url))
    problems.push({ path: 'url', message: 'Please enter an address such as https://sap.plant.example.' });
  const client = readText(configuration.client);
  if (client !== null && !/^\d{3}$/.test(client))
    problems.push({ path: 'client', message: 'Please enter three digits, such as 100.' });
  const zone = readText(configuration.timeZone);
  if (zone !== null && !isTimeZone(zone))
    problems.push({ path: 'timeZone', message: 'Please enter a time zone such as Europe/Berlin.' });
  return problems;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toSettings(configuration: Configuration): Settings {
  refuseProblem(findProblems(configuration));
  const address = parseAddress(configuration.url)!;
  const path = address.pathname.replace(/\/+$/, '');
  return {
    base: `${address.origin}${path || '/sap/opu/odata/sap'}`,
    user: readText(configuration.user) ?? '',
    password: readSecret(configuration.password) ?? '',
    client: readText(configuration.client),
    notificationType: readText(configuration.notificationType),
    ...toSelection(configuration),
    start: findExtractionStart(configuration),
    timeZone: readText(configuration.timeZone) ?? 'UTC',
  };
}
