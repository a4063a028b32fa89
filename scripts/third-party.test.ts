import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPackageFolder, readNotice, servedPackages, writeNotices } from './third-party.mjs';

it.each([
  ['/a/node_modules/react/index.js', '/a/node_modules/react'],
  [
    '/a/node_modules/x/node_modules/@mui/material/Button/index.mjs',
    '/a/node_modules/x/node_modules/@mui/material',
  ],
  [
    '/a/node_modules/@fontsource-variable/inter/index.css?inline',
    '/a/node_modules/@fontsource-variable/inter',
  ],
  ['/a/web/src/main.tsx', undefined],
])('finds the package of %s', (id, folder) => {
  expect(findPackageFolder(id)).toBe(folder);
});

it('writes the licence and the notice of each package once, sorted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-notices-'));
  const make = async (place: string, name: string, files: Record<string, string>) => {
    const folder = join(directory, place);
    await mkdir(join(folder, 'licenses'), { recursive: true });
    const described = JSON.stringify({ name, version: '1.0.0', license: 'Apache-2.0' });
    for (const [file, text] of Object.entries({ 'package.json': described, 'index.js': 'code', ...files }))
      await writeFile(join(folder, file), `${text}\n`);
    return folder;
  };
  const folders = [
    await make('one', 'b', { LICENSE: 'The licence', NOTICE: 'The notice', 'licenses/LICENSE-d3': 'Of d3' }),
    await make('two', 'a', {}),
    await make('three', 'a', {}),
  ];
  writeNotices(directory, folders);
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  expect((await readFile(join(directory, 'THIRD-PARTY.txt'), 'utf8')).split(line)).toEqual([
    'The pages of Twinward hold code of these packages.',
    'a 1.0.0, Apache-2.0',
    'b 1.0.0, Apache-2.0\n\nThe licence\n\nThe notice\n\nOf d3\n',
  ]);
  await rm(directory, { recursive: true });
});

it('lists the packages of the API page in the served version', () => {
  const [plugin, page] = servedPackages.map(readNotice);
  const bundle = readFileSync(join(servedPackages[0]!, 'static/swagger-ui-bundle.js'), 'utf8');
  const [, version] = /PACKAGE_VERSION:"([^"]+)"/.exec(bundle)!;
  expect(plugin).toMatch(/^@fastify\/swagger-ui .*, MIT\n/);
  expect(page).toContain(`swagger-ui ${version}, Apache-2.0\n`);
  for (const part of ['SmartBear Software', 'Apache License', 'react']) expect(page).toContain(part);
});
