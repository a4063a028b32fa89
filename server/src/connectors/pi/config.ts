import type { ConfigurationField } from '@twinward/contracts/connections/connection';
import { basic, readSecret, readText } from '../configured.ts';
import { type Configuration, refuseProblem } from '../connector.ts';
import { field, transportFields } from '../shared-fields.ts';

/** The configuration fields of a connection to PI Web API, and their parsed values. */

export const fields: readonly ConfigurationField[] = [
  field('address', 'server', 'Server', 'Address of PI Web API, with path.', {
    isRequired: true,
    example: 'https://pi.plant.example/piwebapi',
  }),
  field(
    'text',
    'user',
    'User',
    'User for Basic authentication, as DOMAIN\\name if PI Web API requires it. Leave empty to sign in with a token or anonymously.',
  ),
  field('secret', 'password', 'Password'),
  field('secret', 'token', 'Token', 'For Bearer authentication, instead of user and password.'),
  field('choice', 'delivery', 'New values', 'Servers without a channel are always polled.', {
    choices: [
      { value: 'channel', label: 'Sent by the server (WebSocket channel)' },
      { value: 'updates', label: 'Polled' },
    ],
    initial: 'channel',
  }),
  field(
    'number',
    'pollingInterval',
    'Polling interval (ms)',
    'How often to read new values if the server does not send them.',
    { minimum: 500, maximum: 60_000, initial: 5000 },
  ),
  ...transportFields(),
];

const usualPollingInterval = 5000;

interface Settings {
  /** URL of PI Web API, without a trailing slash. */
  server: string;
  /** Value of the header Authorization. Null without a sign-in. */
  authorization: string | null;
  delivery: 'channel' | 'updates';
  /** Milliseconds. */
  pollingInterval: number;
}

export function check(configuration: Configuration): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const url = toUrl(configuration.server);
  if (!url || url.search || url.hash || url.username)
    problems.push({
      path: 'server',
      message: 'Please enter an address such as https://pi.plant.example/piwebapi.',
    });
  if (readText(configuration.user) && readSecret(configuration.token))
    problems.push({ path: 'token', message: 'Please enter a user or a token, not both.' });
  if (readSecret(configuration.password) && !readText(configuration.user))
    problems.push({ path: 'user', message: 'Please enter the user for this password.' });
  return problems;
}

export const toAddress = ({ server }: Configuration): string | null =>
  toUrl(server)?.href.replace(/\/+$/, '') ?? readText(server);

/** @throws ConnectorFailure `refused` for a configuration that is not valid */
export function toSettings(configuration: Configuration): Settings {
  refuseProblem(check(configuration));
  const user = readText(configuration.user);
  const token = readSecret(configuration.token);
  const { pollingInterval } = configuration;
  return {
    server: toAddress(configuration)!,
    authorization:
      user !== null
        ? basic(user, readSecret(configuration.password) ?? '')
        : token !== null
          ? `Bearer ${token}`
          : null,
    delivery: configuration.delivery === 'updates' ? 'updates' : 'channel',
    pollingInterval: typeof pollingInterval === 'number' ? pollingInterval : usualPollingInterval,
  };
}

function toUrl(value: unknown): URL | null {
  const text = readText(value);
  return text !== null && URL.canParse(text) ? new URL(text) : null;
}
