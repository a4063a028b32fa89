// Writes compressed copies of the built files of pages, so that they are compressed only once, not for each browser.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listFiles } from './files.mjs';

const compressible = /\.(js|css|html|svg|json|txt)$/;

/** Bytes below which a copy saves less than a packet. */
const minimumSize = 1024;

/** By suffix of the copy. The better compression is first. */
const methods = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  // Browsers accept brotli only over HTTPS. The files of the first load are worth the time of zopfli.
  async gz(content, isFirst) {
    if (!isFirst) return promisify(gzip)(content, { level: 9 });
    // Loaded here, so that a build without the packages for development gets as far as the message that says so.
    const { gzip: zopfli } = await import('@gfx/zopfli');
    return promisify(zopfli)(content, { numiterations: 15 });
  },
};

/** Writes the copies `<file>.br` and `<file>.gz` of each text file in a folder, if they are smaller. */
export async function compressFiles(directory) {
  const page = join(directory, 'index.html');
  const firstLoad = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const files = listFiles(directory).filter((file) => compressible.test(file));
  async function work() {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const content = await readFile(file);
      if (content.length < minimumSize) continue;
      const isFirst = firstLoad.includes(basename(file));
      for (const [suffix, compress] of Object.entries(methods)) {
        const copy = await compress(content, isFirst);
        if (copy.length < content.length) writeFileSync(`${file}.${suffix}`, copy);
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
