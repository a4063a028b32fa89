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

/** Formats of dates in grids, as the installation parameter DATEFORM names them. */
const dateFormats = ['DD-MON-YYYY', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateFormat = (typeof dateFormats)[number];

export const fields: readonly ConfigurationField[] = [
  url('Address of HxGN EAM. If it has no path, /axis/restservices is used.', 'https://eam.plant.example'),
  field('text', 'tenant', 'Tenant', 'Sent with each call.', { isRequired: true }),
  field(
    'text',
    'organization',
    'Organization',
    'Sent with each call. Work and assets of this organization are read. Enter * for all organizations.',
    { isRequired: true },
  ),
  field('text', 'role', 'Role', 'Leave empty for the default role of the user.'),
  field('secret', 'apikey', 'API key', 'Leave empty to sign in with user and password.'),
  field(
    'secret',
    'bearerToken',
    'Bearer token',
    'Used instead of an API key or a user. It is not renewed automatically.',
  ),
  { ...user, isRequired: false },
  { ...password, isRequired: false },
  extractionStartDate,
  extractionTypes('extractionOrderTypes', 'Order types to read', 'Types of work orders, for example BRKD.'),
  readsAssets('Read the assets in the grid of assets.'),
  field('text', 'assetGridName', 'Grid of assets', 'Grid from which assets are read.', { initial: 'OSOBJA' }),
  field('text', 'orderGridName', 'Grid of work orders', 'Grid from which work orders are read.', {
    initial: 'WSJOBS',
  }),
  field(
    'text',
    'changeColumn',
    'Column of the last change',
    'Column in both grids that has the date and time of the last change.',
    { initial: 'dateupdated' },
  ),
  field('text', 'timeZone', 'Time zone', 'Time zone of the dates in grids, for example Europe/Berlin.', {
    initial: 'UTC',
  }),
  field(
    'choice',
    'dateFormat',
    'Date format',
    'Format of the dates in grids (installation parameter DATEFORM).',
    {
      isRequired: true,
      choices: dateFormats.map((value) => ({ value, label: value })),
      initial: 'DD-MON-YYYY',
    },
  ),
  field(
    'text',
    'workOrderType',
    'Work order type',
    'Type of work orders created by advisories, if the advisory has no type.',
    { initial: 'BRKD' },
  ),
  field(
    'text',
    'requestField',
    'Field of the request',
    'An unused user-defined text field of work orders (udfchar01 to udfchar45) that the work order grid shows. It identifies the request of an advisory.',
    { initial: 'udfchar30' },
  ),
  field(
    'text',
    'descriptionField',
    'Field of the description',
    'User-defined field of work orders for the description of a request, for example udfnote01. Leave empty to send only the short description.',
  ),
  ...transportFields(),
];

/** The records to read. Does not need secrets. */
interface Selection {
  orderTypes: string[];
  readsAssets: boolean;
}

export const toSelection = (configuration: Configuration): Selection => ({
  orderTypes: readTexts(configuration.extractionOrderTypes),
  readsAssets: configuration.readsAssets !== false,
});

export interface Settings extends Selection {
  /** Without a trailing slash. */
  base: string;
  tenant: string;
  organization: string;
  role: string | null;
  apikey: string | null;
  bearerToken: string | null;
  user: string | null;
  password: string;
  assetGrid: string;
  orderGrid: string;
  changeColumn: string;
  timeZone: string;
  dateFormat: DateFormat;
  workOrderType: string;
  requestField: string;
  descriptionField: string | null;
  /** Epoch milliseconds. Null to read all work. */
  start: number | null;
}

const isUserDefined = (text: string | null): boolean => text === null || /^udf[a-z]+\d\d$/i.test(text);

export function findProblems(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseAddress(configuration.url))
    problems.push({ path: 'url', message: 'Please enter an address such as https://eam.plant.example.' });
  if (['apikey', 'bearerToken', 'user'].every((name) => readText(configuration[name]) === null))
    problems.push({ path: 'apikey', message: 'Please enter an API key, a bearer token, or a user.' });
  const zone = readText(configuration.timeZone);
  if (zone !== null && !isTimeZone(zone))
    problems.push({ path: 'timeZone', message: 'Please enter a time zone such as Europe/Berlin.' });
  for (const path of ['requestField', 'descriptionField']) {
    if (!isUserDefined(readText(configuration[path])))
      problems.push({ path, message: 'Please enter a user-defined field, such as udfchar30.' });
  }
  return problems;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toSettings(configuration: Configuration): Settings {
  refuseProblem(findProblems(configuration));
  const address = parseAddress(configuration.url)!;
  const path = address.pathname.replace(/\/+$/, '');
  return {
    base: `${address.origin}${path || '/axis/restservices'}`,
    tenant: readText(configuration.tenant) ?? '',
    organization: readText(configuration.organization) ?? '*',
    role: readText(configuration.role),
    apikey: readText(configuration.apikey),
    bearerToken: readText(configuration.bearerToken),
    user: readText(configuration.user),
    password: readSecret(configuration.password) ?? '',
    ...toSelection(configuration),
    assetGrid: readText(configuration.assetGridName) ?? 'OSOBJA',
    orderGrid: readText(configuration.orderGridName) ?? 'WSJOBS',
    changeColumn: readText(configuration.changeColumn)?.toLowerCase() ?? 'dateupdated',
    timeZone: readText(configuration.timeZone) ?? 'UTC',
    dateFormat: dateFormats.find((format) => format === configuration.dateFormat) ?? 'DD-MON-YYYY',
    workOrderType: readText(configuration.workOrderType) ?? 'BRKD',
    requestField: readText(configuration.requestField)?.toLowerCase() ?? 'udfchar30',
    descriptionField: readText(configuration.descriptionField)?.toLowerCase() ?? null,
    start: findExtractionStart(configuration),
  };
}
