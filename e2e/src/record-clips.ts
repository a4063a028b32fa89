import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clips } from '@twinward/domain/clips';
import { repositoryDirectory } from '../../server/src/platform/config/paths.ts';
import { launch } from './chromium.ts';
import { record } from './clips/record.ts';
import { scripts } from './clips/scripts.ts';
import { startProduct } from './product.ts';

/**
 * `node --import tsx e2e/src/record-clips.ts [id...]`: the clips of Guide Me in docs/clips, and the pictures of the
 * user guide, all of them unless some are named. The product must be built. All clips use the same living demo, so a
 * clip shows the records of earlier clips.
 */

const docs = join(repositoryDirectory, 'docs');
const asked = process.argv.slice(2);
const browser = await launch();
const product = await startProduct('on');
try {
  for (const { id } of clips) {
    if (asked.length > 0 && !asked.includes(id)) continue;
    const { webm, vtt, picture } = await record(browser, product, scripts[id]!);
    await writeFile(join(docs, 'clips', `${id}.webm`), webm);
    await writeFile(join(docs, 'clips', `${id}.vtt`), vtt);
    await writeFile(join(docs, 'images', `guide-${id}.png`), picture);
    console.log(`${id}: ${Math.round(webm.length / 1024)} KB`);
  }
} finally {
  await product.stop();
  await browser.close();
}
