import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { Zip } from '../../system/file/service.ts';
import { type ArrayFile, limits } from './format.ts';
import { splitArray } from './json-records.ts';

/** The files of a package that is being read. */
export interface PackageFiles {
  zip: Zip;
  /**
   * Counts unpacked bytes.
   * @throws AppError above the limits
   */
  unpacked(bytes: number, name: string): void;
  /** Records a problem with its place. */
  report(place: string, message: string): void;
}

/**
 * Reads a file that holds an array, record by record, and reports where it differs from the manifest.
 * @param handle is called with each record and its place; an `invalid-file` error that it throws ends the file and is
 *   reported
 */
export async function readArray(
  { zip, unpacked, report }: PackageFiles,
  name: string,
  stated: ArrayFile,
  handle: (bytes: Buffer, place: string) => Promise<void>,
): Promise<void> {
  if (!zip.has(name)) return report(name, 'The file is missing.');
  const hash = createHash('sha256');
  let count = 0;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of zip.read(name)) {
      unpacked(piece.length, name);
      hash.update(piece);
      yield piece;
    }
  }
  try {
    for await (const bytes of splitArray(hashed(), limits.recordBytes)) {
      count += 1;
      await handle(bytes, `${name}, record ${count}`);
    }
    if (hash.digest('hex') !== stated.sha256)
      report(name, 'Its checksum does not match the manifest. The file was changed or damaged.');
    if (count !== stated.count)
      report(name, `It has ${count} records, but the manifest states ${stated.count}.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.id !== 'invalid-file') throw error;
    report(`${name}${count > 0 ? `, behind record ${count}` : ''}`, error.message);
  }
}
