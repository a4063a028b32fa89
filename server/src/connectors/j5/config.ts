import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { parseAddress, readSecret, readText, readTexts } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import {
  extractionStartDate,
  field,
  findExtractionStart,
  password,
  transportFields,
  url,
  user,
} from '../shared-fields.ts';

/** A field with the path of a value in an entry: a name, or names joined by dots. */
const path = (name: string, label: string, initial: string, help?: string): ConfigurationField =>
  field('text', name, label, help, { initial });

export const fields: readonly ConfigurationField[] = [
  url('Address of j5.', 'https://j5.plant.example'),
  user,
  password,
  path(
    'entriesPath',
    'Path of the entries',
    '/api/entries?modifiedSince={since}&page={page}',
    'Path where j5 lists entries as JSON. {since} is replaced by the time from which changes are read (2026-01-01T00:00:00.000Z), {page} by the page number, from 1.',
  ),
  path(
    'listField',
    'Field of the list',
    'items',
    'Field of the answer that holds the list. Separate nested names with dots. Leave empty if the answer is the list.',
  ),
  path(
    'nextField',
    'Field of the next page',
    '',
    'Field with the address of the next page. Leave empty to count pages with {page}.',
  ),
  path(
    'keyField',
    'Field of the key',
    'id',
    'Field of an entry, like all fields below. Separate nested names with dots.',
  ),
  path('changedField', 'Field of the last change', 'modified', 'A time with time zone or offset.'),
  path('typeField', 'Field of the type', 'type'),
  path('titleField', 'Field of the title', 'title'),
  path('descriptionField', 'Field of the description', 'description'),
  field('text', 'assetSearchField', 'Field of the asset', 'Field that identifies the asset.', {
    initial: 'asset',
  }),
  path('statusField', 'Field of the status', 'status'),
  field('texts', 'completedValues', 'Completed', 'Status values that mean completed.', {
    initial: ['Completed', 'Closed'],
  }),
  field('texts', 'canceledValues', 'Canceled', 'Status values that mean canceled.', {
    initial: ['Canceled'],
  }),
  path('startField', 'Field of the start', 'start'),
  path('completedField', 'Field of the completion', 'completed'),
  field('texts', 'furtherFields', 'Further fields', 'Additional fields of entries that can be mapped.'),
  extractionStartDate,
  ...transportFields(),
];

export interface Settings {
  base: URL;
  user: string;
  password: string;
  entriesPath: string;
  /** Null if the response itself is the list. */
  listField: string | null;
  nextField: string | null;
  keyField: string;
  changedField: string;
  typeField: string;
  titleField: string;
  descriptionField: string;
  assetField: string;
  statusField: string;
  completedValues: string[];
  canceledValues: string[];
  startField: string;
  completedField: string;
  furtherFields: string[];
  /** Epoch milliseconds. Null to read all entries. */
  start: number | null;
}

const getDefault = (name: string): string => String(fields.find((field) => field.name === name)!.initial);
const lists = ['completedValues', 'canceledValues'] as const;

export function findProblems(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  if (!parseAddress(configuration.url))
    problems.push({ path: 'url', message: 'Please enter an address such as https://j5.plant.example.' });
  const entriesPath = readText(configuration.entriesPath);
  if (entriesPath !== null && !/^\/(?!\/)/.test(entriesPath))
    problems.push({ path: 'entriesPath', message: 'Please enter a path that starts with one slash.' });
  return problems;
}

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toSettings(configuration: Configuration): Settings {
  refuseProblem(findProblems(configuration));
  const named = (name: string) => readText(configuration[name]) ?? getDefault(name);
  const [completedValues, canceledValues] = lists.map((name) =>
    Array.isArray(configuration[name])
      ? readTexts(configuration[name])
      : (fields.find((field) => field.name === name)!.initial as string[]),
  );
  return {
    base: parseAddress(configuration.url)!,
    user: readText(configuration.user) ?? '',
    password: readSecret(configuration.password) ?? '',
    entriesPath: named('entriesPath'),
    // Where the form offers a value, an empty one is a choice.
    listField: configuration.listField === undefined ? 'items' : readText(configuration.listField),
    nextField: readText(configuration.nextField),
    keyField: named('keyField'),
    changedField: named('changedField'),
    typeField: named('typeField'),
    titleField: named('titleField'),
    descriptionField: named('descriptionField'),
    assetField: named('assetSearchField'),
    statusField: named('statusField'),
    completedValues: completedValues!,
    canceledValues: canceledValues!,
    startField: named('startField'),
    completedField: named('completedField'),
    furtherFields: readTexts(configuration.furtherFields),
    start: findExtractionStart(configuration),
  };
}
