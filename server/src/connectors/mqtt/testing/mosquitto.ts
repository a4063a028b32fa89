import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeDirectory } from './recording.ts';

/** Where Debian's package installs the broker. */
const program = '/usr/sbin/mosquitto';

export const hasMosquitto = existsSync(program);

export interface Mosquitto {
  url: string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Mosquitto on a free port; it keeps accepted messages while a client is disconnected, and across a restart. */
export async function startMosquitto(): Promise<Mosquitto> {
  const port = await findPort();
  const directory = makeDirectory();
  const settings = join(directory, 'mosquitto.conf');
  // Started by root it would change to its own user, which may not write to the directory.
  await writeFile(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 1000
persistence true\npersistence_location ${directory}/\nuser root\n`,
  );
  let stop = await run(settings);
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async restart() {
      await stop();
      stop = await run(settings);
    },
    stop: () => stop(),
  };
}

/** Runs Mosquitto and resolves once it listens, with a function that stops it. */
async function run(settings: string): Promise<() => Promise<void>> {
  const broker = spawn(program, ['-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(broker, 'exit');
  await Promise.race([
    once(broker.stderr, 'data'),
    ended.then(() => {
      throw new Error('Mosquitto ended at its start.');
    }),
  ]);
  return async () => {
    broker.kill();
    await ended;
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
