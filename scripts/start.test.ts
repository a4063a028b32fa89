import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obstacleIn } from './build.mjs';
import { root } from './files.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'twinward-start-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Copies the scripts to a folder in which some packages appear to be installed. */
function install(name: string, packages: readonly string[]): string {
  const directory = join(folder, name);
  cpSync(join(root, 'scripts'), join(directory, 'scripts'), { recursive: true });
  for (const each of packages) mkdirSync(join(directory, 'node_modules', each), { recursive: true });
  return directory;
}

function start(directory: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'scripts/start.mjs')], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

const lacksTools =
  'Twinward is to be built, and the packages for that are not installed. Run: npm ci --include=dev && npm run build';

describe('npm start prints a remedy in one line', () => {
  it('before any packages are installed', () => {
    expect(start(install('new', []))).toEqual({
      status: 1,
      output: 'The packages are not installed. Run: npm ci && npm start\n',
    });
  });

  it('without the packages for development', () => {
    expect(start(install('production', ['fastify']))).toEqual({ status: 1, output: `${lacksTools}\n` });
  });

  it('in a folder whose path has a #', () => {
    const directory = install('a#b', ['fastify', 'esbuild', 'vite']);
    expect(start(directory)).toEqual({
      status: 1,
      output: `The path ${directory} has a # or ?: move Twinward to another folder.\n`,
    });
  });
});

describe('the obstacle to a build', () => {
  it.each([[[]], [['esbuild']], [['vite']]])('is a missing tool, with only %j installed', (packages) => {
    expect(obstacleIn(install(`with ${packages}`, packages))).toBe(lacksTools);
  });

  it('is null if both tools are installed, also in a path with spaces', () => {
    expect(obstacleIn(install('a folder', ['esbuild', 'vite']))).toBeNull();
    expect(obstacleIn('/a?b')).toContain('/a?b has a # or ?');
  });
});
