import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from './lock.ts';
import { findProcess } from './processes.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-lock-'));
  file = join(directory, 'twinward.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Another process that holds the lock until it is killed. */
async function spawnHolder() {
  const script = `
    import { acquireLock } from '${import.meta.dirname}/lock.ts';
    await acquireLock(process.argv[1]);
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', script, directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return child;
}

test('rejects a second process while the first one lives, and takes over after that was killed', async () => {
  const holder = await spawnHolder();
  await expect(acquireLock(directory)).rejects.toThrow(
    expect.objectContaining({
      name: 'StartError',
      message: `Twinward runs already on ${directory}, as process ${holder.pid}: stop it first, or set DATA_DIR to another folder`,
    }),
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = await acquireLock(directory);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    pid: process.pid,
    identity: findProcess(process.pid)?.identity,
  });
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

test('waits for a holder that is about to end', async () => {
  const first = await acquireLock(directory);
  const second = acquireLock(directory, 60_000);
  await first.release();
  await (await second).release();
});

test('takes over from a process that reuses the process id of a killed one', async () => {
  await writeFile(file, JSON.stringify({ pid: process.ppid, identity: 'an earlier boot 4711' }));
  await (await acquireLock(directory)).release();
});

test('takes over a truncated file', async () => {
  await writeFile(file, '{"pid":');
  await (await acquireLock(directory)).release();
});

test('is acquired by only one of many concurrent processes', async () => {
  await writeFile(file, JSON.stringify({ pid: 1, identity: 'an earlier boot 1' }));
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireLock(directory)));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readdir(directory)).toEqual(['twinward.lock']);
});

test('does not remove the lock of another process when released late', async () => {
  const lock = await acquireLock(directory);
  await writeFile(file, 'of another');
  await lock.release();
  expect(await readFile(file, 'utf8')).toBe('of another');
});
