// `npm run soak [filter]`: runs the long tests, in files named *.soak.ts beside the tested code. The type of a system
// may follow after `connections`, such as `npm run soak connections pi`.
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { build } from './build.mjs';
import { root } from './files.mjs';

const twoHours = 2 * 60 * 60 * 1000;

const [filter, system] = process.argv.slice(2);
if (filter === 'connections' && system) process.env.SOAK_SYSTEM = system;
process.env.SOAK = '1';
await build();
await startVitest('test', filter === 'connections' ? [filter] : process.argv.slice(2), {
  root,
  config: false,
  run: true,
  watch: false,
  include: ['{contracts,domain,server,bench,e2e}/src/**/*.soak.ts'],
  globalSetup: [join(root, 'server/src/testing/global-setup.ts')],
  fileParallelism: false,
  testTimeout: twoHours,
  hookTimeout: twoHours,
  passWithNoTests: true,
});
