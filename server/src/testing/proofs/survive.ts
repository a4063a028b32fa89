import type { Command } from '@twinward/contracts/core/command';
import { expect } from 'vitest';
import { Client } from '../client.ts';
import { Instance } from '../instance.ts';
import { type ImportFile, makeImportFile, pointsBefore } from './import-file.ts';
import { LiveWriter, readPoints } from './live.ts';
import { expectSamePoints } from './series.ts';
import { verifyProtection, type Watched, watch } from './watched.ts';

export interface CrashOptions {
  /** An empty folder. */
  directory: string;
  /** How often everything is killed. */
  rounds: number;
  /** Of each round's file: enough that its import is still running when it is to be killed. */
  rows: number;
}

const password = 'Rotor-42!';

/**
 * Kills everything, round after round, while a file is imported, another is uploaded, and points are appended.
 * Each time the next start must find every point that was answered for, complete the import with exact counts,
 * know nothing of the upload, and have each excursion once and the level right.
 */
export async function surviveCrashes({ directory, rounds, rows }: CrashOptions): Promise<void> {
  let instance = new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
  try {
    let client = await Client.signIn(await instance.address(), 'admin', password);
    const live = [await watchOn(instance), await watchOn(instance), await watchOn(instance)] as const;
    // One source sends for a single tag, the other for two at once.
    const writers = [new LiveWriter([live[0].tagId]), new LiveWriter([live[1].tagId, live[2].tagId])];
    for (let round = 0; round < rounds; round++) {
      const imported = await watchOn(instance);
      const before = pointsBefore();
      await client.call(
        'POST',
        `/api/tags/${imported.tagId}/data-points`,
        [...before].map(([time, value]) => ({ time, value })),
      );
      const file = makeImportFile(imported.tagName, rows, before);
      const writing = writers.map((writer) => writer.writeOn(client));
      const answeredFor = writers.map((writer) => writer.acknowledged);
      const cutOff = client.upload(`cut-off-${round}.csv`, endless()).catch(() => null);
      const commandId = await client.startImport(`round-${round}.csv`, file.pieces);
      const running = await client.follow(
        commandId,
        (command) => countRows(command) > (rows * round) / rounds / 2,
      );
      expect(running).toMatchObject({ status: 'running' });
      expect(countRows(running)).toBeLessThan(rows);
      await instance.killEverything();
      await Promise.all(writing);
      expect(await cutOff).toBeNull();
      for (const [i, writer] of writers.entries()) {
        expect(writer.acknowledged).toBeGreaterThan(answeredFor[i]!);
      }

      instance = new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
      client = await Client.signIn(await instance.address(), 'admin', password);
      await verifyImport(client, imported, commandId, file);
      for (const writer of writers) {
        for (const [tagId, points] of await writer.verify(client)) {
          await verifyProtection(client, live.find((one) => one.tagId === tagId)!, points);
        }
      }
      expect(await commandsFor(client, `cut-off-${round}.csv`)).toEqual([]);
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  } finally {
    await instance.end('SIGTERM');
  }
}

const watchOn = (instance: Instance): Promise<Watched> => instance.withTenant('demo', ({ db }) => watch(db));

/** A file whose upload never ends. */
async function* endless(): AsyncGenerator<Buffer> {
  yield Buffer.from('tag,time,value\n');
  for (let i = 0; ; i++) {
    yield Buffer.from(`nothing,${i},1\n`.repeat(5000));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const countRows = (command: Command): number => (command.result as { rows?: number } | null)?.rows ?? 0;

function commandsFor(client: Client, targetName: string): Promise<Command[]> {
  const filters = [{ field: 'TargetName', operator: 'EqualTo', value: targetName, dataType: 'C' }];
  return client.list('/api/commands/filters', { filters });
}

async function verifyImport(
  client: Client,
  imported: Watched,
  commandId: string,
  file: ImportFile,
): Promise<void> {
  const command = await client.follow(commandId, ({ status }) => status === 'done');
  expect(command.result).toMatchObject(file.result);
  const { rows, stored, replaced, duplicate, refused } = file.result;
  expect(stored + replaced + duplicate + refused).toBe(rows);
  expectSamePoints(await readPoints(client, imported.tagId), file.points);
  await verifyProtection(client, imported, file.points);
}
