import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The module of `@mdi/js` with all icons as strings. */
const library = createRequire(import.meta.url)
  .resolve('@mdi/js')
  .replaceAll('\\', '/')
  .replace(/commonjs\/(?=mdi\.js$)/, '');
const imported = /import \{([^}]*)\} from '@mdi\/js';/g;

/**
 * A plugin that makes each icon a separate module. The package is a single module, which would put the icons of all
 * pages into the first chunk.
 */
export function splitIcons() {
  let paths: ReadonlyMap<string, string> | undefined;
  return {
    name: 'split-icons',
    enforce: 'pre' as const,
    apply: 'build' as const,
    transform(code: string, id: string) {
      if (!/[\\/]web[\\/]src[\\/].*\.tsx?$/.test(id) || !code.includes("'@mdi/js'")) return null;
      const split = code.replace(imported, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => `import { ${name} } from '${iconId}${name}';`)
          .join(' '),
      );
      return { code: split, map: null };
    },
    resolveId: (source: string) =>
      source.startsWith(iconId) ? `${library}?icon=${source.slice(iconId.length)}` : null,
    load(id: string) {
      const name = id.startsWith(`${library}?icon=`) ? id.slice(`${library}?icon=`.length) : null;
      if (name === null) return null;
      paths ??= readIcons();
      const path = paths.get(name);
      if (path === undefined) throw new Error(`@mdi/js has no ${name}.`);
      return `export const ${name} = ${path};`;
    },
  };
}

const iconId = '@mdi/js?icon=';

/** The icons by name, as JavaScript strings. */
const readIcons = (): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(library, 'utf8').matchAll(/^export (?:var|const) (\w+) = (".*?");/gm)].map(
      ([, name, path]) => [name!, path!],
    ),
  );
