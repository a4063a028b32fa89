// `npm run examples`: writes the bodies that tests send as the examples of the API's documentation.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './files.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'node', 'server/src/published.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, RECORD_EXAMPLES: '1' } },
);
process.exitCode = status ?? 1;
