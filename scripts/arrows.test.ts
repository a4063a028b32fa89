import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findViolations } from './arrows.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'twinward-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plant(file: string, text: string): string[] {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return findViolations(root);
}

test.each([
  [
    'contracts/src/twin.ts',
    `import { risk } from '@twinward/domain/risk/risk';`,
    'contracts never imports domain (imports domain/src/risk/risk)',
  ],
  [
    'domain/src/risk/risk.ts',
    `import type { Db } from '@twinward/server/platform/database';`,
    'domain never imports server (imports server/src/platform/database)',
  ],
  [
    'web/src/app/router.tsx',
    `const page = () => import('../../../server/src/app.ts');`,
    'web never imports server (imports server/src/app.ts)',
  ],
  [
    'server/src/app.ts',
    `export { theme } from '../../web/src/app/theme.ts';`,
    'server never imports web (imports web/src/app/theme.ts)',
  ],
  [
    'server/src/modules/twin/service.ts',
    `import {\n  findTag,\n  insertTag,\n} from '../tag/store.ts';`,
    'of another module only service.ts may be imported (imports server/src/modules/tag/store.ts)',
  ],
  [
    'server/src/platform/jobs.ts',
    `import '../modules/tag/service.ts';`,
    'platform never imports a module (imports server/src/modules/tag/service.ts)',
  ],
  [
    'web/src/features/twin/page.tsx',
    `import { Chart } from '../tag/chart.tsx';`,
    'a feature never imports another feature (imports web/src/features/tag/chart.tsx)',
  ],
  [
    'web/src/ui/button.tsx',
    `import { Chart } from '../features/tag/chart.tsx';`,
    'ui imports neither features nor app (imports web/src/features/tag/chart.tsx)',
  ],
])('%s: %s', (file, text, reason) => {
  expect(plant(file, text)).toEqual([`${file}: ${reason}`]);
});

test.each([
  ['domain/src/risk/risk.ts', `import type { Twin } from '@twinward/contracts/twin';`],
  ['server/src/modules/twin/service.ts', `import { findTwin } from './store.ts';\nimport { z } from 'zod';`],
  ['server/src/modules/twin/routes.ts', `import { readTag } from '../tag/service.ts';`],
  ['web/src/features/twin/page.tsx', `import { Chart } from '../../ui/chart.tsx';\nimport './api/list.ts';`],
  ['bench/src/main.ts', `import { decode } from '@twinward/server/series/codec';`],
])('lets %s: %s', (file, text) => {
  expect(plant(file, text)).toEqual([]);
});
