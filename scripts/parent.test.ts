import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = `
  import { stopWithParent } from '${join(import.meta.dirname, 'parent.mjs')}';
  process.on('SIGTERM', () => { console.log('stopping'); process.exit(0); });
  stopWithParent();
  setInterval(() => {}, 1000);
  console.log('running');`;

test('stops the process that npm started after its shell is killed', async () => {
  // The second command prevents the shell from replacing itself by the first one.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, script], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = shell.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  expect((await output.next()).value).toBe('running\n');
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  expect((await output.next()).value).toBe('stopping\n');
  expect((await output.next()).done).toBe(true);
});
