import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwinLevels } from '@twinward/contracts/twins/twin';
import { Client } from '../../server/src/testing/client.ts';
import { makeDatabaseFolder } from '../../server/src/testing/folder.ts';
import { Instance } from '../../server/src/testing/instance.ts';
import type { SignIn } from './chromium.ts';

/** The product with its demo, started like a user does. */
export interface Product {
  instance: Instance;
  client: Client;
  administrator: SignIn;
  /** Data folder. */
  directory: string;
  stop(): Promise<void>;
}

/** Resolves once the whole demo is evaluated. @param demo with recorded times, or replayed against the clock */
export async function startProduct(demo: 'recorded' | 'on' = 'recorded'): Promise<Product> {
  const administrator = { userName: 'admin', password: 'Rotor-42!' };
  const directory = await makeDatabaseFolder('twinward-e2e-');
  const instance = new Instance({
    directory,
    environment: {
      ADMIN_PASSWORD: administrator.password,
      DEMO: demo,
      LOG_LEVEL: 'warn',
      CONNECT_LOCAL: 'on',
    },
  });
  async function stop(): Promise<void> {
    await instance.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
  try {
    const address = await instance.address();
    const client = await Client.signIn(address, administrator.userName, administrator.password);
    // The living demo shelves the protection of one engine, which is not evaluated.
    await untilEvaluated(client, demo === 'on' ? 1 : 0);
    return { instance, client, administrator, directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilEvaluated(client: Client, left: number): Promise<void> {
  for (;;) {
    const { total, unknown } = await client.call<TwinLevels>('GET', '/api/twins/levels');
    if (total > left && unknown <= left) return;
    await sleep(100);
  }
}
