import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwinLevels } from '@twinward/contracts/twin';
import type { TestProject } from 'vitest/node';
import { Client } from '../../server/src/testing/client.ts';
import { buildProduct, Instance } from '../../server/src/testing/instance.ts';
import { makeStage, type Stage } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running product and what the stories find in it. */
    stage: Stage;
  }
}

const password = 'Rotor-42!';

/** Starts the product as a person would, with its demo, once for all stories. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct();
  const directory = await mkdtemp(join(tmpdir(), 'twinward-e2e-'));
  const instance = new Instance({
    directory,
    environment: { ADMIN_PASSWORD: password, DEMO: 'on', LOG_LEVEL: 'warn' },
  });
  async function stop(): Promise<void> {
    await instance.end('SIGTERM');
    await rm(directory, { recursive: true, force: true });
  }
  try {
    const address = await instance.address();
    const client = await Client.signIn(address, 'admin', password);
    await untilEvaluated(client);
    project.provide('stage', await makeStage(instance, client, { userName: 'admin', password }));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Waits for the first evaluation of all twins of the demo. */
async function untilEvaluated(client: Client): Promise<void> {
  for (;;) {
    const { total, unknown } = await client.call<TwinLevels>('GET', '/api/twins/levels');
    if (total > 0 && unknown === 0) return;
    await sleep(100);
  }
}
