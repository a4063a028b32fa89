import { createHash } from 'node:crypto';
import { buildVersion } from '@twinward/contracts/core/version';
import { toStableJson } from '@twinward/domain/exchange/json';
import type { Tenant } from '../../../platform/database/tenants.ts';
import type { ZipFile } from '../../system/file/service.ts';
import {
  type ArrayFile,
  deletesName,
  formatVersion,
  type Manifest,
  manifestName,
  signatureName,
  toFileName,
} from './format.ts';
import { signBytes } from './key.ts';
import type { Reference } from './kind.ts';

/** The records of one kind, sorted by key. */
export interface KindRecords {
  kind: string;
  /** In the form of `toRecordText`. */
  records: AsyncIterable<string>;
}

/** Returns the text of a record in the array of a file, one line for each field. */
export const toRecordText = (record: unknown): string => toStableJson(record).replaceAll('\n', '\n  ');

/**
 * Yields the files of a package: one for each kind, in the given order, then the manifest and its signature.
 * Deterministic: equal records give equal files.
 * @param deletes in the package that undoes an import: what the import created, in a separate file
 */
export async function* packageFiles(
  tenant: Pick<Tenant, 'name' | 'db' | 'secrets'>,
  kinds: AsyncIterable<KindRecords> | Iterable<KindRecords>,
  { deletes = [], leftOut = [] }: { deletes?: readonly Reference[]; leftOut?: Manifest['leftOut'] } = {},
): AsyncGenerator<ZipFile> {
  const entries: Manifest['kinds'] = [];
  for await (const { kind, records } of kinds) {
    const written = yield* arrayFile(toFileName(kind), records);
    entries.push({ kind, ...written });
  }
  const deleted = deletes.length > 0 ? yield* arrayFile(deletesName, deletes.map(toRecordText)) : [];
  const manifest: Omit<Manifest, 'leftOut'> & Partial<Pick<Manifest, 'leftOut'>> = {
    format: 'twinward-package',
    formatVersion,
    productVersion: buildVersion,
    createdAt: new Date().toISOString(),
    source: tenant.name,
    kinds: entries,
    deletes: deleted,
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
  const bytes = Buffer.from(`${toStableJson(manifest)}\n`);
  yield { name: manifestName, content: once(bytes) };
  const signature = await signBytes(tenant, bytes);
  yield { name: signatureName, content: once(Buffer.from(`${toStableJson(signature)}\n`)) };
}

/**
 * Yields a file with an array of records.
 * @returns its entry in the manifest, once its content is read.
 */
async function* arrayFile(
  name: string,
  records: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ZipFile, ArrayFile> {
  const hash = createHash('sha256');
  let count = 0;
  async function* content(): AsyncGenerator<Buffer> {
    for await (const text of toArrayText(records, () => {
      count += 1;
    })) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      yield bytes;
    }
  }
  yield { name, content: content() };
  return { count, sha256: hash.digest('hex') };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** Characters of a piece of text: packing a piece has a fixed cost. */
const pieceLength = 64 * 1024;

/**
 * Yields the text of an array of records, in pieces.
 * @param onRecord is called for each record
 */
async function* toArrayText(
  records: AsyncIterable<string> | Iterable<string>,
  onRecord: () => void,
): AsyncGenerator<string> {
  let isFirst = true;
  let piece = '';
  for await (const record of records) {
    piece += `${isFirst ? '[' : ','}\n  ${record}`;
    isFirst = false;
    onRecord();
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${isFirst ? '[]\n' : '\n]\n'}`;
}
