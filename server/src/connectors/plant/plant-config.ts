import { resolve } from 'node:path';
import { connectionTokenPrefix } from '@twinward/contracts/connections/connection';
import { type LogLevel, logLevels } from '../../platform/process/log.ts';
import { StartError } from '../../platform/process/start-error.ts';

/** The validated settings of a process at the plant. */
export interface PlantConfig {
  /** Address of the server, without a slash at its end. */
  server: string;
  token: string;
  /** Absolute path of the folder of the spool, and of keys that connectors make. */
  dataDirectory: string;
  /** Bytes. */
  spoolLimit: number;
  logLevel: LogLevel;
  connectLocal: boolean;
}

/**
 * Reads and validates the settings from the environment; an empty variable counts as unset.
 * @throws StartError with a line for every invalid variable, never with the token
 */
export function readPlantConfig(environment: Record<string, string | undefined>): PlantConfig {
  const problems: string[] = [];
  const of = (name: string) => environment[name]?.trim() ?? '';
  const connectLocal = of('CONNECT_LOCAL') === 'on';
  const server = of('SERVER_URL').replace(/\/+$/, '');
  const refusal = whyNot(server, connectLocal);
  if (refusal) problems.push(`SERVER_URL ${refusal}`);
  const token = of('CONNECTION_TOKEN');
  if (!token.startsWith(connectionTokenPrefix))
    problems.push(
      `CONNECTION_TOKEN ${token === '' ? 'is not set' : 'is no token of a connection'}: make one on the page of the connection, which runs at the plant`,
    );
  const megabytes = Number(of('SPOOL_MEGABYTES') || '1024');
  if (!(Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= 1_000_000))
    problems.push(
      `SPOOL_MEGABYTES is '${of('SPOOL_MEGABYTES')}': it must be a whole number from 1 to 1000000`,
    );
  const logLevel = logLevels.find((level) => level === (of('LOG_LEVEL') || 'info'));
  if (!logLevel)
    problems.push(`LOG_LEVEL is '${of('LOG_LEVEL')}': it must be one of ${logLevels.join(', ')}`);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return {
    server,
    token,
    dataDirectory: resolve(of('DATA_DIR') || 'data'),
    spoolLimit: megabytes * 1024 * 1024,
    logLevel: logLevel!,
    connectLocal,
  };
}

/** Why an address of the server can't be taken; null: it can. */
function whyNot(address: string, connectLocal: boolean): string | null {
  const right = 'it must be the address of the server, such as https://twinward.example.com';
  if (address === '') return `is not set: ${right}`;
  if (!URL.canParse(address)) return `is no address: ${right}`;
  const { protocol, hostname, username, search, hash } = new URL(address);
  if (username !== '' || search !== '' || hash !== '') return `has more than an address: ${right}`;
  const isLocal = connectLocal && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return null;
  return `is not https: the token and the passwords of the connection would be read on the way`;
}
