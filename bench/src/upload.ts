import { Readable } from 'node:stream';
import { storeUpload } from '@twinward/server/src/modules/system/file/service.ts';
import type { Database } from '@twinward/server/src/platform/database/database.ts';

/** Stores a file like an upload. @returns its id */
export const uploadFile = (db: Database['db'], file: Buffer): Promise<string> =>
  storeUpload(db, Readable.from(pieces(file)) as never, '1 GiB', async (id) => id);

function* pieces(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += 1 << 16) yield file.subarray(at, at + (1 << 16));
}
