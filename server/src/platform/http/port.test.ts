import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { assertPortFree } from './port.ts';

const other = createServer();
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  port = (other.address() as AddressInfo).port;
});
afterAll(() => other.close());

function attempt(environment: Record<string, string>): Promise<void> {
  return assertPortFree(readConfig(environment));
}

test('reports that the port is taken', async () => {
  await expect(attempt({ PORT: String(port) })).rejects.toThrow(
    `PORT ${port} of 127.0.0.1 is taken by another program: stop that one, or set PORT to another`,
  );
});

test('reports that the host is not an address of this machine', async () => {
  // An address reserved for documentation (RFC 5737): no machine has it.
  await expect(attempt({ PORT: '0', HOST: '192.0.2.1' })).rejects.toThrow(
    "HOST '192.0.2.1' is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all",
  );
});

test('accepts a free port and leaves it free', async () => {
  await attempt({ PORT: '0' });
  other.close();
  await new Promise((resolve) => other.once('close', resolve));
  await attempt({ PORT: String(port) });
  await attempt({ PORT: String(port) });
});
