import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../platform/errors.ts';

export type Bytes = AsyncIterable<Uint8Array>;

/** Returns the first bytes of a stream, and the whole stream, which can be read once. */
export async function peekBytes(bytes: Bytes, count: number): Promise<{ head: Buffer; whole: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const { done, value } = await iterator.next();
    if (done) break;
    seen.push(value);
    length += value.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* seen.splice(0);
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(seen).subarray(0, count), whole: whole() };
}

/**
 * Maximum compression ratio, which no file of points reaches. The limit of deflate, which zip bombs approach, is 1,032.
 */
const largestRatio = 250;
/** Below this size, the ratio is not checked, since a short file of equal rows may be legitimate. */
const harmlessBytes = 64 * 1024 * 1024;

/** Larger files would take hours to read. */
const largestUnpacked = 16 * 1024 * 1024 * 1024;

/** @throws AppError `invalid-file` if the unpacked size is too large, in total or relative to the packed size. */
export function checkExpansion(unpacked: number, packed: number): void {
  if (unpacked > largestUnpacked)
    throw new AppError('invalid-file', 'The file unpacks to more than 16 GiB. Please split it.');
  if (unpacked > harmlessBytes && unpacked > packed * largestRatio)
    throw new AppError(
      'invalid-file',
      `The file unpacks to more than ${largestRatio} times its size, as no file of points does. Please import it unpacked.`,
    );
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Returns the stream, unpacked if it is gzipped. */
export async function gunzipIfNeeded(bytes: Bytes): Promise<Bytes> {
  const { head, whole } = await peekBytes(bytes, gzipMagic.length);
  return head.equals(gzipMagic) ? gunzip(whole) : whole;
}

async function* gunzip(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let packed = 0;
  let unpacked = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      packed += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted());
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  try {
    for await (const piece of unzipped as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      checkExpansion(unpacked, packed);
      yield piece;
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new AppError('invalid-file', 'The gzipped file is damaged or incomplete. Please pack it again.');
    throw error;
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}
