// `npm start [serve|work]`: builds what changed, then runs the server in this same process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { root } from './files.mjs';
import { stopWithParent } from './parent.mjs';

stopWithParent();
process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
await build();
await import(pathToFileURL(join(root, 'server/dist/main.js')).href);
