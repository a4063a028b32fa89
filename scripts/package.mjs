// `npm run package -- FOLDER`: writes the files that an installation on the same platform needs, without sources,
// tests, tools and history.
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { root } from './files.mjs';
import { run } from './run.mjs';

/** Our own files, as paths in the repository. */
export const own = [
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'docs',
  'scripts/parent.mjs',
  'server/database',
  'server/demo',
  'server/dist',
  'server/library',
  'server/migrations/catalogue',
  'server/migrations/tenant',
  'web/dist',
  'web/public/logo.svg',
];

/** TypeScript is only a peer dependency of packages with types. Packages of @twinward are bundled in `server/dist`. */
const unused = /node_modules\/(typescript|@typescript\/.*|@twinward\/.*)$/;

/** The scripts of the package. Without shell syntax, because Windows has a different shell. */
export const scripts = { start: 'node start.mjs' };

/** The file `start.mjs`. */
export const start = `import { stopWithParent } from './scripts/parent.mjs';

stopWithParent();
process.env.NODE_ENV ??= 'production';
await import('./server/dist/main.js');
`;

/** Returns the packages that the server loads, as paths in the repository. Nested packages are included with them. */
export async function modules() {
  const args = ['ls', '--workspace', '@twinward/server', '--omit=dev', '--all', '--parseable'];
  const { output } = await run('npm', args, { capture: true, quiet: true });
  const paths = output
    .split('\n')
    .filter((path) => path.startsWith(root) && existsSync(path))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => /^(server\/)?node_modules\/(?!.*node_modules)/.test(path) && !unused.test(path));
  if (paths.length === 0) throw new Error('npm names no packages of the server');
  return paths.sort();
}

/** Whether to include one of our files. Excludes source maps and build stamps. */
export const isKept = (path) => !path.endsWith('.map') && basename(path) !== '.stamp';

async function writePackage(folder) {
  await mkdir(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  await build();
  for (const path of own) {
    await cp(join(root, path), join(folder, path), { recursive: true, filter: isKept });
  }
  for (const path of await modules()) {
    await cp(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  }
  const { version, license, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const described = { name: 'twinward', private: true, version, license, type: 'module', engines };
  const written = {
    'package.json': { ...described, scripts },
    // The server identifies its folder by this file.
    'server/package.json': { ...described, name: '@twinward/server' },
  };
  for (const [path, content] of Object.entries(written)) {
    await writeFile(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
  }
  await writeFile(join(folder, 'start.mjs'), start);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name an empty folder: npm run package -- FOLDER');
  await writePackage(folder);
  console.log(`${relative(process.cwd(), folder) || folder} holds what runs Twinward: npm start there`);
}
