// Builds the server into server/dist and the pages into web/dist, each only when its sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';
import { listFiles, root } from './files.mjs';
import { checkFirstLoads, firstLoads } from './first-load.mjs';
import { collectPackages, servedPackages, writeNotices } from './third-party.mjs';

const shared = [
  'contracts/src',
  'domain/src',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/compress.mjs',
  'scripts/first-load.mjs',
  'scripts/notices',
  'scripts/third-party.mjs',
];

/** Pages whose first load is checked: the module of each page or its bundle, and its maximum size in KB. */
const pages = {
  'sign-in': { module: 'dialogs', most: 222 },
  '/home': { module: 'start', most: 178 },
  Monitor: { module: 'signals', most: 237 },
};
const ofPages = (value) =>
  Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, value(page)]));

/** An error whose message is complete. It is printed without a stack trace. */
class BuildError extends Error {}

const parts = [
  { name: 'server', directory: 'server/dist', sources: [...shared, 'server/src'], build: buildServer },
  {
    name: 'pages',
    directory: 'web/dist',
    sources: [...shared, 'web'],
    build: buildPages,
    check: (directory) =>
      checkFirstLoads(
        firstLoads(
          directory,
          ofPages(({ module }) => module),
        ),
        ofPages(({ most }) => most * 1024),
      ),
  },
];

/** Returns why the product can't be built here, with a remedy, or null. */
export function obstacleIn(directory) {
  // Vite treats both as the end of a path.
  if (/[#?]/.test(directory)) return `The path ${directory} has a # or ?: move Twinward to another folder.`;
  const missing = ['esbuild', 'vite'].some((name) => !existsSync(join(directory, 'node_modules', name)));
  return missing
    ? 'Twinward is to be built, and the packages for that are not installed. Run: npm ci --include=dev && npm run build'
    : null;
}

/** Updates both results. Prints only what it builds. */
export async function build() {
  for (const part of parts) {
    const stampFile = join(root, part.directory, '.stamp');
    const stamp = computeChecksum(part.sources);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    const obstacle = obstacleIn(root);
    if (obstacle) throw new BuildError(obstacle);
    const start = performance.now();
    process.stdout.write(`Building the ${part.name} ... `);
    // An interrupted build leaves no stamp, and is repeated.
    rmSync(stampFile, { force: true });
    const directory = join(root, part.directory);
    await part.build(directory);
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    part.check?.(directory);
    writeFileSync(stampFile, stamp);
  }
}

/** Returns a checksum that changes if a source file is changed, added, moved or removed. */
function computeChecksum(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => listFiles(join(root, source)))) {
    if (/\.(test|soak|story)\.tsx?$/.test(file)) continue;
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Build options of the server. Files that it loads by name are entry points: threads and connectors. */
export function serverOptions(outdir) {
  const source = join(root, 'server/src');
  return {
    entryPoints: [
      join(source, 'main.ts'),
      ...listFiles(source).filter((file) =>
        /-thread\.ts$|connectors[\\/][^\\/]+[\\/]connector\.ts$/.test(file),
      ),
    ],
    outbase: source,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    alias: {
      '@twinward/contracts': join(root, 'contracts/src'),
      '@twinward/domain': join(root, 'domain/src'),
    },
    sourcemap: true,
    logLevel: 'warning',
  };
}

async function buildServer(outdir) {
  const esbuild = await import('esbuild');
  rmSync(outdir, { recursive: true, force: true });
  await esbuild.build(serverOptions(outdir));
}

async function buildPages() {
  const { NODE_ENV } = process.env;
  // Tests set NODE_ENV to test, with which the pages would contain development builds of libraries.
  process.env.NODE_ENV = 'production';
  try {
    const { build: buildWithVite } = await import('vite');
    const packages = new Set();
    await buildWithVite({
      root: join(root, 'web'),
      configFile: join(root, 'web/vite.config.ts'),
      logLevel: 'warn',
      plugins: [collectPackages(packages)],
      worker: { plugins: () => [collectPackages(packages)] },
      build: { manifest: true },
    });
    writeNotices(join(root, 'web/dist'), [...packages, ...servedPackages]);
    await compressFiles(join(root, 'web/dist'));
  } finally {
    // Restores the variable, also after a failure.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await build();
  } catch (error) {
    console.error(error instanceof BuildError ? error.message : error);
    process.exitCode = 1;
  }
}
