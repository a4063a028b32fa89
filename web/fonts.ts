import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The part of the font that every page loads: Latin letters. */
const latin = './files/inter-latin-wght-normal.woff2';
/** The weights that the pages use, `src/ui/theme/theme.ts`. */
const weights = { min: 400, max: 600 };
/** Kerning, figures of equal width, and accents that are characters of their own. */
const features = ['kern', 'tnum', 'ccmp', 'mark', 'locl'];

/** A plugin that reduces the font of Latin letters to the weights and features in use. */
export function reduceFont(cacheDirectory: string) {
  return {
    name: 'reduce-font',
    enforce: 'pre' as const,
    apply: 'build' as const,
    async transform(code: string, id: string) {
      if (!/@fontsource-variable[\\/]inter[\\/]wght\.css$/.test(id)) return null;
      const face = code.match(
        new RegExp(`src: url\\(${latin.replaceAll('.', '\\.')}\\)[^}]*unicode-range: ([^;]+);`),
      );
      if (face === null) throw new Error(`${id} has no ${latin}.`);
      const font = await readFile(join(id, '..', latin));
      const reduced = await subsetFont(font, charactersOf(face[1]!), {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
        keepFeatures: features,
      });
      await mkdir(cacheDirectory, { recursive: true });
      const file = join(cacheDirectory, 'inter-latin-wght-normal.woff2');
      await writeFile(file, reduced);
      return { code: code.replace(latin, file.replaceAll('\\', '/')), map: null };
    },
  };
}

/** @param ranges of CSS: `U+0000-00FF, U+0131` */
const charactersOf = (ranges: string): string =>
  ranges
    .split(',')
    .flatMap((range) => {
      const [from, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to! - from! + 1 }, (_, place) => String.fromCodePoint(from! + place));
    })
    .join('');
