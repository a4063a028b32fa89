// `npm run dev`: runs the server from its sources, restarts it when they change, and serves the pages with hot reload.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './files.mjs';
import { stopWithParent } from './parent.mjs';

/** Milliseconds to wait for an editor to write all its files. */
const settleTime = 200;

const sources = ['contracts/src', 'domain/src', 'server/src', 'server/migrations', 'server/database'].map(
  (path) => join(root, path),
);

function startServer() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  let wanted = true;
  void ended.then((code) => {
    if (wanted)
      console.log(`The server ended with code ${code}. The next change of a source starts it again.`);
  });
  return {
    async stop() {
      wanted = false;
      child.kill('SIGTERM');
      await ended;
    },
  };
}

stopWithParent();
let stopping = false;
let server = startServer();
// Handles changes one by one: a stopping server still uses its port and its data folder.
let changes = Promise.resolve();
let timer;

function onChange(file) {
  if (!sources.some((source) => file.startsWith(source)) || /\.(test|soak)\.ts$/.test(file)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    changes = changes.then(async () => {
      if (stopping) return;
      await server.stop();
      server = startServer();
    });
  }, settleTime);
}

const pages = await createServer({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts') });
pages.watcher.add(sources).on('change', onChange).on('add', onChange).on('unlink', onChange);
await pages.listen();
console.log(`Pages with reload: ${pages.resolvedUrls.local[0]} (they ask the server below for their data)`);

async function stop() {
  if (stopping) return;
  stopping = true;
  await changes;
  await Promise.all([server.stop(), pages.close()]);
  process.exit(0);
}
process.on('SIGINT', stop).on('SIGTERM', stop);
