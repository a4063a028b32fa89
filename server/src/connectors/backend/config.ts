import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { readSecret, readText } from '../configured.ts';
import { type Configuration, ConnectorFailure, refuseProblem } from '../connector.ts';
import { field, sharedTags, transportFields } from '../shared-fields.ts';

/** The configuration fields of a connection to another installation, and their parsed values. */

export const fields: readonly ConfigurationField[] = [
  field(
    'address',
    'demeter.url',
    'Address of the points',
    'Address of the installation whose points are read.',
    { isRequired: true, example: 'https://twinward.plant.example' },
  ),
  field(
    'secret',
    'token',
    'Token',
    'Token of a connection in the other installation, of type HTTP or Twinward. That connection defines what may be read.',
  ),
  field(
    'address',
    'library.url',
    'Address of the library',
    'Address of the installation whose shared twin models are read. Leave empty to read none.',
    { example: 'https://library.plant.example' },
  ),
  field(
    'secret',
    'libraryToken',
    'Token for the library',
    'Token of a connection in the installation with the library. Leave empty to use the token above, if both addresses belong to the same installation.',
  ),
  field('number', 'pollingInterval', 'Polling interval (ms)', 'How often to read new points.', {
    minimum: 500,
    maximum: 60_000,
    initial: 1000,
  }),
  sharedTags,
  ...transportFields(),
];

const usualPollingInterval = 1000;

/** An installation and the credentials for it. */
export interface Side {
  /** Without a trailing slash. */
  url: string;
  token: string;
}

export function check(configuration: Configuration): { path: string; message: string }[] {
  const { 'demeter.url': points, 'library.url': library, libraryToken } = configuration;
  const problems = ['demeter.url', 'library.url'].flatMap((path) => {
    const text = readText(configuration[path]);
    const url = toUrl(text);
    if (text === null || (url && !url.search && !url.hash && !url.username)) return [];
    return [{ path, message: 'Please enter an address such as https://twinward.plant.example.' }];
  });
  const [own, other] = [toUrl(points), toUrl(library)];
  if (problems.length === 0 && other && own?.origin !== other.origin && !readSecret(libraryToken)) {
    const message =
      'Please enter a token of the installation with the library, because its address is different.';
    problems.push({ path: 'libraryToken', message });
  }
  return problems;
}

export const toAddress = (configuration: Configuration): string =>
  `${configuration['demeter.url']} ${configuration['library.url'] ?? ''}`;

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export const toPointsSide = (configuration: Configuration): Side =>
  toSide(configuration, configuration['demeter.url'], configuration.token, 'token');

/** Null: it reads no library. @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toLibrarySide(configuration: Configuration): Side | null {
  const url = readText(configuration['library.url']);
  if (url === null) return null;
  const { libraryToken, token } = configuration;
  return toSide(configuration, url, readSecret(libraryToken) ?? token, 'libraryToken');
}

export const toPollingInterval = ({ pollingInterval }: Configuration): number =>
  typeof pollingInterval === 'number' ? pollingInterval : usualPollingInterval;

function toSide(configuration: Configuration, address: unknown, secret: unknown, path: string): Side {
  refuseProblem(check(configuration));
  const token = readSecret(secret);
  if (token === null)
    throw new ConnectorFailure('refused', `${path}: Please enter a token of the other installation.`);
  return { url: toUrl(address)!.href.replace(/\/+$/, ''), token };
}

function toUrl(value: unknown): URL | null {
  const text = readText(value);
  return text !== null && URL.canParse(text) ? new URL(text) : null;
}
