import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { findViolations } from '../arrows.mjs';
import { compare } from './known.mjs';
import { owners } from './modules.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'twinward-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function plant(file: string, text: string): string[] {
  write(file, text);
  return findViolations(root).forbidden;
}

/** The counted violations, as `rule: what`. */
function counted(): string[] {
  return Object.entries(findViolations(root).counted).flatMap(([rule, violations]) =>
    violations.map(({ what }) => `${rule}: ${what}`),
  );
}

test.each([
  [
    'contracts/src/twins/twin.ts',
    `import { risk } from '@twinward/domain/risk/risk';`,
    'contracts never imports domain (imports domain/src/risk/risk)',
  ],
  [
    'domain/src/risk/risk.ts',
    `import type { Db } from '@twinward/server/platform/database';`,
    'domain never imports server (imports server/src/platform/database)',
  ],
  [
    'domain/src/evaluation/model/points.ts',
    `import type { Program } from '../compile/program.ts';`,
    'model never imports compile (imports domain/src/evaluation/compile/program.ts)',
  ],
  [
    'domain/src/evaluation/compile/codegen/plan.ts',
    `import { Window } from '../../run/window.ts';`,
    'compile never imports run (imports domain/src/evaluation/run/window.ts)',
  ],
  [
    'domain/src/evaluation/run/run.ts',
    `import { explainProtection } from '../explain/explain.ts';`,
    'run never imports explain (imports domain/src/evaluation/explain/explain.ts)',
  ],
  [
    'web/src/app/router.tsx',
    `const page = () => import('../../../server/src/app.ts');`,
    'web never imports server (imports server/src/app.ts)',
  ],
  [
    'server/src/app.ts',
    `export { theme } from '../../web/src/ui/theme/theme.ts';`,
    'server never imports web (imports web/src/ui/theme/theme.ts)',
  ],
  [
    'server/src/modules/twins/twin/service.ts',
    `import {\n  findTag,\n  insertTag,\n} from '../../signals/tag/store.ts';`,
    'of another module only service.ts and events.ts may be imported (imports server/src/modules/signals/tag/store.ts)',
  ],
  [
    'server/src/platform/jobs/jobs.ts',
    `import '../../modules/signals/tag/service.ts';`,
    'platform never imports a module (imports server/src/modules/signals/tag/service.ts)',
  ],
  [
    'web/src/features/twin/page.tsx',
    `import { Chart } from '../tag/chart.tsx';`,
    'a feature never imports another feature (imports web/src/features/tag/chart.tsx)',
  ],
  [
    'web/src/ui/button.tsx',
    `import { Chart } from '../features/tag/chart.tsx';`,
    'ui imports neither shared nor features (imports web/src/features/tag/chart.tsx)',
  ],
  [
    'web/src/ui/list/table.tsx',
    `import type { Key } from '../../shared/api/query-client.ts';`,
    'ui imports neither shared nor features (imports web/src/shared/api/query-client.ts)',
  ],
  [
    'web/src/shared/twin/screen.tsx',
    `import { TwinPage } from '../../features/twin/twin-page.tsx';`,
    'shared imports no feature (imports web/src/features/twin/twin-page.tsx)',
  ],
  [
    'web/src/features/twin/page.tsx',
    `import { routes } from '../../app/routes.tsx';`,
    'nothing imports the app (imports web/src/app/routes.tsx)',
  ],
  [
    'web/src/shared/address/paths.ts',
    `import { routes } from '../../app/routes.tsx';`,
    'nothing imports the app (imports web/src/app/routes.tsx)',
  ],
  [
    'web/src/ui/page/page.tsx',
    `import { routes } from '../../app/routes.tsx';`,
    'nothing imports the app (imports web/src/app/routes.tsx)',
  ],
])('%s: %s', (file, text, reason) => {
  expect(plant(file, text)).toEqual([`${file}: ${reason}`]);
});

test.each([
  ['domain/src/risk/risk.ts', `import type { Twin } from '@twinward/contracts/twins/twin';`],
  [
    'server/src/modules/twins/twin/service.ts',
    `import { findTwin } from './store.ts';\nimport { z } from 'zod';`,
  ],
  ['server/src/modules/twins/twin/routes.ts', `import { readTag } from '../../signals/tag/service.ts';`],
  ['domain/src/evaluation/run/run.ts', `import type { Budget } from '../model/budget.ts';`],
  ['domain/src/evaluation/scenario/run.ts', `import { explainProtection } from '../explain/explain.ts';`],
  ['domain/src/evaluation/compile/compile.test.ts', `import { Run } from '../run/run.ts';`],
  ['web/src/features/twin/page.tsx', `import { Chart } from '../../ui/chart.tsx';\nimport './api/list.ts';`],
  ['web/src/main.tsx', `import { App } from './app/app.tsx';`],
  ['web/src/app/routes.tsx', `const page = () => import('../features/twin/page.tsx');`],
  ['web/src/shared/twin/state.tsx', `import '../../ui/page/page.tsx';\nimport '../api/http.ts';`],
  ['bench/src/main.ts', `import { decode } from '@twinward/server/series/codec';`],
])('allows %s: %s', (file, text) => {
  expect(plant(file, text)).toEqual([]);
});

describe('the order of the modules', () => {
  it.each([
    [
      'assets/asset',
      'signals/tag/service.ts',
      ['imports against the order of the modules: asset imports tag'],
    ],
    ['signals/tag', 'assets/asset/service.ts', []],
    ['signals/tag', 'twins/twin/events.ts', ['imports against the order of the modules: tag imports twin']],
    ['twins/twin', 'signals/tag/service.ts', []],
    ['twins/unheard-of', 'signals/tag/service.ts', ['modules without a rank: twins/unheard-of']],
    ['assets/twin', 'signals/tag/service.ts', ['modules without a rank: assets/twin']],
  ])('%s imports %s', (module, specifier, expected) => {
    write(`server/src/modules/${module}/service.ts`, `import type { A } from '../../${specifier}';`);
    expect(counted()).toEqual(expected);
  });

  it('allows a test to import any module', () => {
    write(
      'server/src/modules/assets/asset/asset.test.ts',
      `import { createTag } from '../../signals/tag/service.ts';`,
    );
    expect(counted()).toEqual([]);
  });
});

describe('the ownership of tables', () => {
  const toQuery = (text: string) => `const query = sql<{ id: number }>\`${text}\`.execute(db);`;

  it.each([
    [
      'twins/twin',
      toQuery('update asset set name = 1'),
      ["writes to another module's table: twin writes asset"],
    ],
    [
      'twins/twin',
      toQuery('insert into tag (id) values (1)'),
      ["writes to another module's table: twin writes tag"],
    ],
    ['twins/twin', `db.deleteFrom('tag')`, ["writes to another module's table: twin writes tag"]],
    ['twins/twin', `versionedTableRows('tag')`, ["writes to another module's table: twin writes tag"]],
    ['twins/twin', toQuery('update twin as t set active = true'), []],
    ['twins/twin', toQuery('select from asset for update of asset'), []],
    [
      'twins/twin',
      `${toQuery('select from twin for update')}\n${toQuery('update asset set name = 1')}`,
      ["writes to another module's table: twin writes asset"],
    ],
    [
      'signals/tag',
      toQuery('select 1 from tag join twin on true'),
      ['reads of a table of a higher rank: tag reads twin'],
    ],
    [
      'signals/tag',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
      toQuery('select ${sql`(select 1 from twin)`} from tag'),
      ['reads of a table of a higher rank: tag reads twin'],
    ],
    ['signals/tag', toQuery('select 1 from tag join twin_of_asset on true'), []],
    ['signals/tag', `db.selectFrom('twin as t')`, ['reads of a table of a higher rank: tag reads twin']],
    ['assets/asset', `db.selectFrom('latest_analysis_of_asset')`, []],
    ['twins/twin', `db.selectFrom('tag').innerJoin('asset', 'a', 'b')`, []],
    ['twins/twin', '// update asset set it right\n/* insert into tag */', []],
    ['twins/twin', `throw new Error('Remove it from protection first.');`, []],
  ])('%s: %s', (module, text, expected) => {
    write(`server/src/modules/${module}/store.ts`, text);
    expect(counted()).toEqual(expected);
  });

  it('forbids the series store to read a table of a module', () => {
    write('server/src/series/read.ts', toQuery('select from data_point_hot join tag on true'));
    expect(counted()).toEqual(['reads of a table of a higher rank: series reads tag']);
  });

  it('lists every table and view of the database', () => {
    const file = new URL('../../server/src/platform/database/generated/rows.ts', import.meta.url);
    const tables = readFileSync(file, 'utf8').split('export interface Tables {')[1]!;
    const names = [...tables.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]);
    expect([...owners.keys()].sort()).toEqual(names.sort());
  });
});

describe('SQL in stores', () => {
  const sql = `import { type RawBuilder, sql } from 'kysely';`;

  it.each([
    ['evaluation', 'protections/evaluation/apply.ts', sql],
    [
      'evaluation',
      'protections/evaluation/apply.ts',
      `import {\n  type SqlBool,\n  sql as raw,\n} from 'kysely';`,
    ],
    ['evaluation', 'protections/evaluation/apply.ts', `import * as kysely from 'kysely';`],
    ['evaluation', 'protections/evaluation/apply.ts', `export { sql } from 'kysely';`],
    ['evaluation', 'protections/evaluation/restore.ts', sql],
    ['record', 'records/record/field/values.ts', sql],
  ])('reports %s: %s: %s', (module, file, text) => {
    write(`server/src/modules/${file}`, text);
    expect(counted()).toEqual([`SQL outside a store: ${module}`]);
  });

  it.each([
    ['protections/evaluation/store.ts', sql],
    ['protections/evaluation/due-store.ts', sql],
    ['questions/dashboard/cards/list-store.ts', sql],
    ['questions/query/compile/joins.ts', sql],
    ['records/field/slots.ts', sql],
    ['protections/evaluation/apply.test.ts', sql],
    ['protections/evaluation/testing/scene.ts', sql],
    ['assets/asset/seed.ts', sql],
    ['protections/evaluation/apply.ts', `import { type RawBuilder, type SqlBool } from 'kysely';`],
    ['protections/evaluation/apply.ts', `import type { sql } from 'kysely';`],
    ['protections/evaluation/apply.ts', `import { sql } from './dialect.ts';`],
  ])('allows %s: %s', (file, text) => {
    write(`server/src/modules/${file}`, text);
    expect(counted()).toEqual([]);
  });
});

describe('cycles', () => {
  it('finds files that import one another, by types too and over several steps', () => {
    write('domain/src/a.ts', `import { b } from './b.ts';`);
    write('domain/src/b.ts', `import type { C } from './c.ts';`);
    write('domain/src/c.ts', `export { a } from './a.ts';`);
    write('domain/src/d.ts', `import { a } from './a.ts';`);
    expect(counted()).toEqual(Array(3).fill('files in a cycle: domain/src/a.ts'));
  });

  it('finds no cycle in a tree', () => {
    write('domain/src/a.ts', `import { b } from './b.ts';\nimport { c } from './c.ts';`);
    write('domain/src/b.ts', `import type { C } from './c.ts';`);
    write('domain/src/c.ts', `import { z } from 'zod';`);
    expect(counted()).toEqual([]);
  });
});

describe('known violations', () => {
  const two = { rule: [0, 1].map((line) => ({ what: 'a imports b', where: `a.ts:${line}` })) };

  it('accepts as many violations as are known', () => {
    expect(compare(two, { rule: { 'a imports b': 2 } }).problems).toEqual([]);
  });

  it('rejects one more, and lists all violations of its kind', () => {
    const { problems, shrunk } = compare(two, { rule: { 'a imports b': 1 } });
    expect(problems).toEqual(['rule: a imports b: 2, 1 known', '  a.ts:0', '  a.ts:1']);
    expect(shrunk).toEqual({ rule: { 'a imports b': 1 } });
  });

  it('lowers counts, and removes those of fixed violations', () => {
    const known = { rule: { 'a imports b': 5, 'a imports c': 1 } };
    expect(compare(two, known).shrunk).toEqual({ rule: { 'a imports b': 2 } });
  });
});
