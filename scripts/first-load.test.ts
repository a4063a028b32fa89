import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressFiles } from './compress.mjs';
import { checkFirstLoads, listLoadedFiles, sentSize } from './first-load.mjs';

const manifest = {
  'index.html': {
    file: 'assets/index.js',
    css: ['assets/index.css'],
    assets: [
      'assets/inter-english-wght-normal-C0.woff2',
      'assets/inter-latin-ext-wght-normal-C1.woff2',
      'assets/inter-greek-wght-normal-C2.woff2',
    ],
    imports: ['_shared.js'],
    dynamicImports: ['home.tsx', 'other.tsx'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js', imports: ['_shared.js'] },
  'home.tsx': { file: 'assets/home.js', imports: ['_shared.js', '_list.js'], dynamicImports: ['chart.tsx'] },
  '_list.js': { file: 'assets/list.js', name: 'list' },
  'other.tsx': { file: 'assets/other.js' },
  'chart.tsx': { file: 'assets/chart.js' },
  'style.css': { file: 'assets/style.css' },
};

describe('the first load of a page', () => {
  it('includes the static imports of the page and the start once, with styles and fonts', () => {
    expect(listLoadedFiles(manifest, ['index.html', 'home.tsx'])).toEqual([
      'assets/index.js',
      'assets/index.css',
      'assets/inter-english-wght-normal-C0.woff2',
      'assets/shared.js',
      'assets/base.js',
      'assets/home.js',
      'assets/list.js',
    ]);
    expect(listLoadedFiles(manifest, ['list'])).toEqual(['assets/list.js']);
    expect(listLoadedFiles(manifest, ['style.css'])).toEqual(['assets/style.css']);
    expect(() => listLoadedFiles(manifest, ['away.tsx'])).toThrow('The build has no away.tsx.');
  });

  it('is the transfer size: compressed if that is smaller', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'twinward-first-load-'));
    try {
      const [large, small] = [join(directory, 'large.js'), join(directory, 'small.js')];
      writeFileSync(large, 'x'.repeat(10_000));
      writeFileSync(small, 'export {};');
      await compressFiles(directory);
      const read = (suffix: string) => readFileSync(`${large}.${suffix}`);
      expect(brotliDecompressSync(read('br')).length).toBe(10_000);
      expect(gunzipSync(read('gz')).length).toBe(10_000);
      expect(sentSize([large, small])).toBe(read('br').length + 'export {};'.length);
      expect(read('br').length).toBeLessThan(200);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('has the smallest gzip copies', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'twinward-first-load-'));
    try {
      const code = readFileSync(new URL(import.meta.url));
      writeFileSync(join(directory, 'index.html'), '<script src="./start.js"></script>');
      for (const name of ['start.js', 'later.js']) writeFileSync(join(directory, name), code);
      await compressFiles(directory);
      const read = (name: string) => readFileSync(join(directory, `${name}.gz`));
      expect(gunzipSync(read('start.js'))).toEqual(code);
      expect(read('start.js').length).toBeLessThan(read('later.js').length);
      expect(read('later.js').length).toBe(gzipSync(code, { level: 9 }).length);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('is printed, and rejected if it is too large', () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const limits = { 'sign-in': 1024, '/home': 2048 };
    checkFirstLoads({ 'sign-in': 1024, '/home': 2048 }, limits, print);
    expect(lines).toEqual([
      'First load of sign-in: 1 KB as sent: scripts, styles and fonts',
      'First load of /home: 2 KB as sent: scripts, styles and fonts',
    ]);
    expect(() => checkFirstLoads({ 'sign-in': 1024, '/home': 2049 }, limits, print)).toThrow(
      'Too much to load first: /home 3 KB of at most 2 KB.',
    );
  });
});
