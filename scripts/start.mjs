// `npm start [serve|work]`: builds changed parts in a separate process, then runs the server in this one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.mjs';
import { stopWithParent } from './parent.mjs';
import { run } from './run.mjs';

if (!existsSync(join(root, 'node_modules/fastify'))) {
  console.error('The packages are not installed. Run: npm ci && npm start');
  process.exit(1);
}
stopWithParent();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
// A build needs about 600 MB, which this process would not release.
const { succeeded } = await run(process.execPath, [join(root, 'scripts/build.mjs')]);
if (!succeeded) process.exit(1);
await import(pathToFileURL(join(root, 'server/dist/main.js')).href);
