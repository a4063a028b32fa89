import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Checks that the address is free, before slower parts are started.
 * @throws StartError if the server could not listen on it.
 */
export async function assertPortFree({ host, port }: Config): Promise<void> {
  try {
    await listenOnce(host, port);
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, { host, port });
  }
}

/** Returns a free loopback port from the system's ephemeral range. */
export function findFreePort(): Promise<number> {
  return listenOnce('127.0.0.1', 0);
}

async function listenOnce(host: string, wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(wanted, host, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Turns a failure to listen into a message for the operator; returns any other error unchanged. */
export function explainListen(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `PORT ${port} of ${host} is taken by another program: stop that one, or set PORT to another`,
      );
    case 'EACCES':
      return new StartError(`PORT ${port} is for root only: set PORT to one above 1023, such as 8080`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST '${host}' is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all`,
      );
    default:
      return error;
  }
}
