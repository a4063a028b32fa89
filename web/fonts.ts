import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The subset of the font that every page loads: Latin letters. */
const latin = './files/inter-latin-wght-normal.woff2';
/** Its characters on English pages: ASCII, and signs in texts and figures. */
const english =
  'U+0020-007E, U+00A0, U+00A3, U+00A7, U+00B0-00B3, U+00B5, U+00B7, U+00D7, U+00F7, U+2009, U+200B, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+203A, U+20AC, U+2191, U+2193, U+2212';
/** The weights in use, see `src/ui/theme/theme.ts`. */
const weights = { min: 400, max: 600 };
/** Kerning, tabular figures, and combining accents. */
const features = ['kern', 'tnum', 'ccmp', 'mark', 'locl'];

/**
 * A plugin that reduces the Latin font to the weights and features in use, and splits it into the characters of English
 * pages, which are loaded first, and the rest, which browsers load when a page contains one of them.
 */
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
      await mkdir(cacheDirectory, { recursive: true });
      const shown = listCodes(english);
      const rest = listCodes(face[1]!).filter((code) => !shown.includes(code));
      const part = async (name: string, codes: readonly number[], range: string): Promise<string> => {
        const reduced = await subsetFont(font, String.fromCodePoint(...codes), {
          targetFormat: 'woff2',
          variationAxes: { wght: weights },
          keepFeatures: features,
        });
        const file = join(cacheDirectory, `inter-${name}-wght-normal.woff2`);
        await writeFile(file, reduced);
        return face[0].replace(latin, file.replaceAll('\\', '/')).replace(face[1]!, range);
      };
      const rule = code.slice(code.lastIndexOf('@font-face', face.index), face.index);
      // If several faces contain a character, browsers use the last one.
      const parts = [
        await part('latin-rest', rest, face[1]!),
        `}\n${rule}${await part('english', shown, english)}`,
      ];
      return { code: code.replace(face[0], () => parts.join('')), map: null };
    },
  };
}

/** @param ranges CSS unicode ranges: `U+0000-00FF, U+0131` */
const listCodes = (ranges: string): number[] =>
  ranges.split(',').flatMap((range) => {
    const [from, to = from] = range
      .trim()
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to! - from! + 1 }, (_, place) => from! + place);
  });
