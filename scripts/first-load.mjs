// Calculates the size that a page loads before it can be used, from the build manifest: scripts, styles and fonts.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Browsers load only the parts of a font whose characters a page shows: see `web/fonts.ts`. */
const shownFont = /-english-[\w.-]*\.woff2$/;

/**
 * Returns the files that are loaded for some modules: their scripts and static imports, with styles and fonts. Omits
 * dynamic imports.
 * @param modules or names of bundles, `web/bundles.ts`
 * @param manifest of vite: `file`, `imports`, `css` and `assets` by module
 */
export function listLoadedFiles(manifest, modules) {
  const seen = new Set();
  const add = (named) => {
    // A page in a bundle has no entry of its own.
    const module =
      named in manifest ? named : Object.keys(manifest).find((key) => manifest[key].name === named);
    const chunk = manifest[module];
    if (chunk === undefined) throw new Error(`The build has no ${named}.`);
    if (seen.has(module)) return;
    seen.add(module);
    (chunk.imports ?? []).forEach(add);
  };
  modules.forEach(add);
  const files = [...seen].flatMap((module) => {
    const { file, css = [], assets = [] } = manifest[module];
    return [file, ...css, ...assets];
  });
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file) || shownFont.test(file));
}

/** Returns the total transfer size of files: the brotli copies where they exist. */
export function sentSize(files) {
  return files.reduce(
    (total, file) => total + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size,
    0,
  );
}

/** Returns the size of the first load of each page, by name. */
export function firstLoads(directory, pages) {
  const notes = join(directory, '.vite');
  const manifest = JSON.parse(readFileSync(join(notes, 'manifest.json'), 'utf8'));
  // Not needed any more, and the server would serve them.
  rmSync(notes, { recursive: true });
  return Object.fromEntries(
    Object.entries(pages).map(([name, module]) => [
      name,
      sentSize(listLoadedFiles(manifest, ['start', module]).map((file) => join(directory, file))),
    ]),
  );
}

/**
 * Prints each page's first load.
 * @param limits bytes by page
 * @throws Error with the pages that exceed their limits.
 */
export function checkFirstLoads(loads, limits, print = console.log) {
  const kilobytes = (bytes) => `${Math.ceil(bytes / 1024)} KB`;
  for (const [name, bytes] of Object.entries(loads))
    print(`First load of ${name}: ${kilobytes(bytes)} as sent: scripts, styles and fonts`);
  const large = Object.entries(loads).filter(([name, bytes]) => bytes > limits[name]);
  if (large.length === 0) return;
  const named = large.map(
    ([name, bytes]) => `${name} ${kilobytes(bytes)} of at most ${kilobytes(limits[name])}`,
  );
  throw new Error(`Too much to load first: ${named.join(', ')}.`);
}
