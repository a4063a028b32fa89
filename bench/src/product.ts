import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@twinward/server/src/testing/client.ts';
import { buildProduct, Instance } from '@twinward/server/src/testing/instance.ts';

/** The built product, running with an empty tenant `demo`. */
export interface Product {
  instance: Instance;
  address: string;
  /** Password of the administrator. */
  password: string;
  /** Opens a session of the administrator. */
  signIn(): Promise<Client>;
}

const password = 'bench-Test-1!';

/** Runs the built product on a temporary folder while it is used. */
export async function withProduct<T>(
  use: (product: Product) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  buildProduct();
  const directory = await mkdtemp(join(tmpdir(), 'twinward-product-'));
  const instance = new Instance({
    directory,
    environment: { ADMIN_PASSWORD: password, LOG_LEVEL: 'warn', ...environment },
  });
  try {
    const address = await instance.address();
    return await use({
      instance,
      address,
      password,
      signIn: () => Client.signIn(address, 'admin', password),
    });
  } finally {
    await instance.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
}
