import type { FileHandle } from 'node:fs/promises';
import type { PackageProblem } from '@twinward/contracts/library/package';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { openZip, ReadingTime, type Zip } from '../../system/file/service.ts';
import {
  deletesName,
  deletionSchema,
  fileNameOf,
  limits,
  type Manifest,
  manifestName,
  manifestSchema,
  signatureName,
  signatureSchema,
  versionProblem,
} from './format.ts';
import { type SignatureState, verifySignature } from './key.ts';
import type { NamedReference, PackageKind, Reference } from './kind.ts';
import { findKind } from './kinds/index.ts';
import { type PackageFiles, readArray } from './read-array.ts';
import { type Place, RecordFile, withFiles } from './record-file.ts';

/** A record of a package; its content lies on disk. */
export interface PackedRecord extends Place {
  kind: PackageKind;
  key: string;
  references: NamedReference[];
  users: string[];
}

/** A package that was read and checked by itself. */
export interface OpenPackage {
  manifest: Manifest;
  signature: SignatureState;
  publicKey: string | null;
  /** What is wrong with it; the records of such a package are not complete. */
  problems: PackageProblem[];
  /** In the order of the package: by kind, then by key. */
  records: PackedRecord[];
  /** Of the package that takes an import back: what the import created. */
  deletes: Reference[];
  read(record: PackedRecord): Promise<unknown>;
  /** The contents of records, in this order. */
  readAll(records: readonly PackedRecord[]): Promise<unknown[]>;
}

const damaged = 'The package is damaged or incomplete: it is no whole zip archive. Please export it again.';

/**
 * Reads a package, keeps its records on disk while `work` runs, and removes them.
 * @throws AppError `invalid-file` where it can't be read as a package at all, or exceeds a limit.
 */
export function withPackage<T>(
  bytes: AsyncIterable<Uint8Array>,
  db: Db,
  work: (opened: OpenPackage) => Promise<T>,
): Promise<T> {
  return withFiles(async (create) => {
    const archive = await create('package.zip');
    const size = await spool(bytes, archive);
    const zip = await openZip(archive, new ReadingTime(size), damaged);
    return work(await readPackage(zip, size, db, new RecordFile(await create('records'))));
  });
}

async function spool(bytes: AsyncIterable<Uint8Array>, file: FileHandle): Promise<number> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > limits.bytes) throw new AppError('too-large', 'The package is larger than 256 MB.');
    await file.write(piece);
  }
  return size;
}

async function readPackage(zip: Zip, size: number, db: Db, texts: RecordFile): Promise<OpenPackage> {
  checkNames(zip.names);
  const unpacked = createCounter(size);
  const manifestBytes = await readSmall(zip, manifestName, unpacked);
  const manifest = parseManifest(manifestBytes);
  const { signature, publicKey } = await readSignature(zip, manifestBytes, db, unpacked);
  const problems: PackageProblem[] = [];
  const report = (place: string, message: string) => {
    if (problems.length < limits.problems) problems.push({ place, message });
  };
  if (signature === 'invalid')
    report(signatureName, 'The signature does not fit the manifest: one of them was changed.');
  const records: PackedRecord[] = [];
  const files = { zip, unpacked, report };
  for (const entry of manifest.kinds) {
    const name = fileNameOf(entry.kind);
    const kind = findKind(entry.kind);
    if (!kind) {
      report(name, `This version knows no records of the kind '${entry.kind}'.`);
      continue;
    }
    const seen = new Set<string>();
    await readArray(files, name, entry, async (bytes, place) => {
      if (records.length >= limits.records)
        throw new AppError('invalid-file', `The package has more than ${limits.records} records.`);
      const parsed = parseRecord(kind, bytes, (path, message) =>
        report(`${place}${path && `, ${path}`}`, message),
      );
      if (!parsed) return;
      const { record, key } = parsed;
      if (seen.has(key)) {
        report(place, `'${key}' comes twice.`);
        return;
      }
      seen.add(key);
      const references = kind.referencesOf(record);
      const users = kind.usersOf?.(record) ?? [];
      records.push({ kind, key, references, users, ...(await texts.add(JSON.stringify(record))) });
    });
  }
  const listed = new Set([
    manifestName,
    signatureName,
    ...manifest.kinds.map(({ kind }) => fileNameOf(kind)),
    ...(Array.isArray(manifest.deletes) ? [] : [deletesName]),
  ]);
  for (const name of zip.names) if (!listed.has(name)) report(name, 'The manifest does not name this file.');
  return {
    manifest,
    signature,
    publicKey,
    problems,
    records,
    deletes: await readDeletes(files, manifest),
    read: async (record) => JSON.parse(await texts.read(record)),
    readAll: async (wanted) => (await texts.readAll(wanted)).map((text) => JSON.parse(text)),
  };
}

/** What an import created; older packages list it in the manifest. */
async function readDeletes(files: PackageFiles, { deletes }: Manifest): Promise<Reference[]> {
  if (Array.isArray(deletes)) return deletes;
  const references: Reference[] = [];
  await readArray(files, deletesName, deletes, async (bytes, place) => {
    if (references.length >= limits.records)
      throw new AppError('invalid-file', `The package deletes more than ${limits.records} records.`);
    const parsed = deletionSchema.safeParse(parseJson(bytes));
    if (parsed.success) references.push(parsed.data);
    else files.report(place, parsed.error.issues[0]!.message);
  });
  return references;
}

/** @throws AppError for a name that leads elsewhere, or comes twice. */
function checkNames(names: readonly string[]): void {
  const refuse = (message: string) => {
    throw new AppError('invalid-file', message);
  };
  const seen = new Set<string>();
  for (const name of names) {
    if (!/^[\w-]+\.json$/.test(name))
      refuse(`The package holds '${name.slice(0, 200)}': only .json files without folders belong in it.`);
    if (seen.has(name)) refuse(`The package holds ${name} twice.`);
    seen.add(name);
  }
  if (!seen.has(manifestName)) refuse(`The file is no package: it has no ${manifestName}.`);
}

/** Counts what is unpacked. The counter throws AppError above the limits. */
function createCounter(packed: number): (bytes: number, name: string) => void {
  const harmless = 16 * 1024 * 1024;
  let unpacked = 0;
  return (bytes, name) => {
    unpacked += bytes;
    if (unpacked > limits.unpackedBytes)
      throw new AppError('too-large', `The package unpacks to more than 2 GB: ${name} goes on.`);
    if (unpacked > harmless && unpacked > packed * limits.ratio)
      throw new AppError(
        'too-large',
        `${name} unpacks to more than ${limits.ratio} times the size of the package.`,
      );
  };
}

async function readSmall(
  zip: Zip,
  name: string,
  unpacked: (bytes: number, name: string) => void,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of zip.read(name)) {
    unpacked(piece.length, name);
    size += piece.length;
    if (size > limits.manifestBytes) throw new AppError('invalid-file', `${name} is too large.`);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}

function parseManifest(bytes: Buffer): Manifest {
  const value = parseJson(bytes);
  const { format, formatVersion, productVersion } = (value ?? {}) as Record<string, unknown>;
  if (format !== 'twinward-package' || typeof formatVersion !== 'number')
    throw new AppError('invalid-file', 'The file is no package of Twinward.');
  const problem = versionProblem(formatVersion, String(productVersion));
  if (problem) throw new AppError('invalid-file', problem);
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new AppError('invalid-file', `${manifestName}, ${path.join('.')}: ${message}`);
}

async function readSignature(
  zip: Zip,
  manifest: Buffer,
  db: Db,
  unpacked: (bytes: number, name: string) => void,
): Promise<{ signature: SignatureState; publicKey: string | null }> {
  if (!zip.has(signatureName)) return { signature: 'none', publicKey: null };
  const parsed = signatureSchema.safeParse(parseJson(await readSmall(zip, signatureName, unpacked)));
  if (!parsed.success) return { signature: 'invalid', publicKey: null };
  return {
    signature: await verifySignature(db, manifest, parsed.data),
    publicKey: parsed.data.publicKey,
  };
}

/** The value of a JSON text; undefined for a text that is not JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The record with what its schema fills in, and its key; null where something is wrong, which is reported. */
function parseRecord(
  kind: PackageKind,
  bytes: Buffer,
  report: (path: string, message: string) => void,
): { record: unknown; key: string } | null {
  const value = parseJson(bytes);
  if (value === undefined) {
    report('', 'It is no valid JSON.');
    return null;
  }
  try {
    const parsed = kind.schema.safeParse(value);
    if (parsed.success) return { record: parsed.data, key: kind.keyOf(parsed.data) };
    for (const { path, message } of parsed.error.issues) report(path.join('.'), message);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report('', 'It is nested too deeply.');
  }
  return null;
}
