// How much a page loads before it can be used, from the manifest of the build: scripts, styles and fonts.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of a font in parts, browsers load those whose characters a page shows: `web/fonts.ts`. */
const shownFont = /-english-[\w.-]*\.woff2$/;

/**
 * The files that are loaded for some modules: their scripts, and all that those import before they run, with the styles and
 * fonts of these; not what is imported on demand.
 * @param modules or the names of joint files, `web/bundles.ts`
 * @param manifest of vite: by module its `file`, its `imports`, and the `css` and `assets` that come with it
 */
export function filesOf(manifest, modules) {
  const seen = new Set();
  const add = (named) => {
    // A page that is part of a joint file has no name of its own.
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

/** Bytes of some files together, as browsers get them: compressed by brotli where there is such a copy. */
export function sentSize(files) {
  return files.reduce(
    (total, file) => total + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size,
    0,
  );
}

/** What each page loads first, as `name: bytes`. */
export function firstLoads(directory, pages) {
  const notes = join(directory, '.vite');
  const manifest = JSON.parse(readFileSync(join(notes, 'manifest.json'), 'utf8'));
  // Nobody else needs them, and the server would hand them out.
  rmSync(notes, { recursive: true });
  return Object.fromEntries(
    Object.entries(pages).map(([name, module]) => [
      name,
      sentSize(filesOf(manifest, ['start', module]).map((file) => join(directory, file))),
    ]),
  );
}

/**
 * Prints each page's first load.
 * @param limits bytes by page
 * @throws Error naming those that are too large.
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
