import type { FileHandle } from 'node:fs/promises';
import type { PackageProblem } from '@twinward/contracts/library/package';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { withSmallHeap } from '../../../platform/process/small-heap.ts';
import { assertKeepable, storable } from '../../../platform/text.ts';
import { openZip, ReadingTime, type Zip } from '../../system/file/service.ts';
import {
  deletesName,
  deletionSchema,
  limits,
  type Manifest,
  manifestName,
  manifestSchema,
  signatureName,
  signatureSchema,
  toFileName,
  versionProblem,
} from './format.ts';
import { type SignatureState, verifySignature } from './key.ts';
import type { NamedReference, PackageKind, Reference } from './kind.ts';
import { findKind } from './kinds/index.ts';
import { Names } from './names.ts';
import { type PackageFiles, readArray } from './read-array.ts';
import { type Place, RecordFile, withFiles } from './record-file.ts';

/** A record of a package, with its content on disk. References to others are numbers of their names. */
export interface PackedRecord extends Place {
  kind: PackageKind;
  key: string;
  /** Number of its own name. */
  number: number;
  /** The records that it refers to, of known kinds. */
  needs: readonly number[];
  /** Those of them without which it cannot be written. */
  required: readonly number[];
  /** Those of them of which the core is sufficient. */
  shallow: readonly number[];
  users: readonly string[];
}

/** A package that was read and checked, without comparing it with the database. */
export interface OpenPackage {
  manifest: Manifest;
  signature: SignatureState;
  publicKey: string | null;
  /** What is wrong with it; if there are any, the records are incomplete. */
  problems: PackageProblem[];
  /** In the order of the package: by kind, then by key. */
  records: PackedRecord[];
  /** In the package that undoes an import: what the import created. */
  deletes: Reference[];
  names: Names;
  read(record: PackedRecord): Promise<unknown>;
  /** Reads the contents of records, in this order. */
  readAll(records: readonly PackedRecord[]): Promise<unknown[]>;
  /**
   * Stores a value beside the records, on disk.
   * @returns its place, to read it again
   */
  store(value: unknown): Promise<Place>;
  readStored(places: readonly Place[]): Promise<unknown[]>;
}

const damaged =
  'The package is damaged or incomplete: it is not a complete zip archive. Please export it again.';

/**
 * Reads a package, keeps its records on disk while `work` runs, and removes them.
 * @throws AppError `invalid-file` if it cannot be read as a package at all, or exceeds a limit.
 */
export function withPackage<T>(
  bytes: AsyncIterable<Uint8Array>,
  db: Db,
  work: (opened: OpenPackage) => Promise<T>,
): Promise<T> {
  return withSmallHeap(() =>
    withFiles(async (create) => {
      const archive = await create('package.zip');
      const size = await spool(bytes, archive);
      const zip = await openZip(archive, new ReadingTime(size), damaged);
      return work(await readPackage(zip, size, db, new RecordFile(await create('records'))));
    }),
  );
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
    report(signatureName, 'The signature does not match the manifest: one of them was changed.');
  const records: PackedRecord[] = [];
  const names = new Names();
  const files = { zip, unpacked, report };
  for (const entry of manifest.kinds) {
    const name = toFileName(entry.kind);
    const kind = findKind(entry.kind);
    if (!kind) {
      report(name, `This version does not support records of the kind '${entry.kind}'.`);
      continue;
    }
    const seen = new Set<number>();
    await readArray(files, name, entry, async (bytes, place) => {
      if (records.length >= limits.records)
        throw new AppError('invalid-file', `The package has more than ${limits.records} records.`);
      const parsed = parseRecord(kind, bytes, (path, message) =>
        report(`${place}${path && `, ${path}`}`, message),
      );
      if (!parsed) return;
      const { record, key } = parsed;
      const number = names.toNumber({ kind: kind.name, key });
      if (seen.has(number)) {
        report(place, `'${key}' occurs twice.`);
        return;
      }
      seen.add(number);
      records.push({
        kind,
        key,
        number,
        ...toNeeds(names, kind.listReferences(record)),
        users: orNone(kind.listUsers?.(record) ?? none),
        ...(await texts.add(JSON.stringify(record))),
      });
    });
  }
  const readTexts = async (places: readonly Place[]): Promise<unknown[]> =>
    (await texts.readAll(places)).map((text) => JSON.parse(text));
  const listed = new Set([
    manifestName,
    signatureName,
    ...manifest.kinds.map(({ kind }) => toFileName(kind)),
    ...(Array.isArray(manifest.deletes) ? [] : [deletesName]),
  ]);
  for (const name of zip.names) if (!listed.has(name)) report(name, 'This file is not in the manifest.');
  return {
    manifest,
    signature,
    publicKey,
    problems,
    records,
    deletes: await readDeletes(files, manifest),
    names,
    read: async (record) => JSON.parse(await texts.read(record)),
    readAll: readTexts,
    store: (value) => texts.add(JSON.stringify(value)),
    readStored: readTexts,
  };
}

/** Shared by the many records whose list is empty. */
const none: readonly never[] = [];

const orNone = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? none : list);

/** Returns the numbers of a record's references. Equal lists are shared. */
function toNeeds(
  names: Names,
  references: readonly NamedReference[],
): Pick<PackedRecord, 'needs' | 'required' | 'shallow'> {
  const known = references.filter(({ kind }) => findKind(kind));
  const toNumbers = (wanted: readonly NamedReference[]) =>
    orNone([...new Set(wanted.map((one) => names.toNumber(one)))]);
  const needs = toNumbers(known);
  const withoutThose = (flag: 'optional' | 'shallow') =>
    known.some((one) => one[flag]) ? toNumbers(known.filter((one) => !one[flag])) : needs;
  const deep = withoutThose('shallow');
  return {
    needs,
    required: withoutThose('optional'),
    shallow: deep === needs ? none : needs.filter((number) => !deep.includes(number)),
  };
}

/** Reads what an import created; older packages list it in the manifest. */
async function readDeletes(files: PackageFiles, { deletes }: Manifest): Promise<Reference[]> {
  if (Array.isArray(deletes)) return deletes;
  const references: Reference[] = [];
  await readArray(files, deletesName, deletes, async (bytes, place) => {
    if (references.length >= limits.records)
      throw new AppError('invalid-file', `The package deletes more than ${limits.records} records.`);
    const parsed = deletionSchema.safeParse(parseJson(bytes)?.value);
    if (parsed.success) references.push(parsed.data);
    else files.report(place, parsed.error.issues[0]!.message);
  });
  return references;
}

/** @throws AppError for a path outside the package, or a duplicate. */
function checkNames(names: readonly string[]): void {
  const refuse = (message: string) => {
    throw new AppError('invalid-file', message);
  };
  const seen = new Set<string>();
  for (const name of names) {
    if (!/^[\w-]+\.json$/.test(name))
      refuse(
        `The package holds '${storable(name.slice(0, 200))}': only .json files without folders are allowed.`,
      );
    if (seen.has(name)) refuse(`The package holds ${name} twice.`);
    seen.add(name);
  }
  if (!seen.has(manifestName)) refuse(`The file is not a package: it has no ${manifestName}.`);
}

/** Counts unpacked bytes. The counter throws AppError above the limits. */
function createCounter(packed: number): (bytes: number, name: string) => void {
  const harmless = 16 * 1024 * 1024;
  let unpacked = 0;
  return (bytes, name) => {
    unpacked += bytes;
    if (unpacked > limits.unpackedBytes)
      throw new AppError('too-large', `The package unpacks to more than 2 GB, at ${name}.`);
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
  const { value, problem: text } = parseJson(bytes) ?? { value: null, problem: null };
  const { format, formatVersion, productVersion } = (value ?? {}) as Record<string, unknown>;
  if (format !== 'twinward-package' || typeof formatVersion !== 'number')
    throw new AppError('invalid-file', 'The file is not a Twinward package.');
  if (text !== null)
    throw new AppError(
      'invalid-file',
      `${[manifestName, text.path].filter(Boolean).join(', ')}: ${text.message}`,
    );
  const problem = versionProblem(formatVersion, String(productVersion).slice(0, 40));
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
  const read = parseJson(await readSmall(zip, signatureName, unpacked));
  const parsed = signatureSchema.safeParse(read?.value);
  if (!parsed.success || read!.problem !== null) return { signature: 'invalid', publicKey: null };
  return {
    signature: await verifySignature(db, manifest, parsed.data),
    publicKey: parsed.data.publicKey,
  };
}

interface TextProblem {
  path: string;
  message: string;
}

/** The JSON escapes for characters that PostgreSQL cannot store: U+0000, and lone surrogates. */
const unkeepable = /\\u(0000|d[89a-f])/i;

/** Returns the value of a JSON text, and the text in it that cannot be stored; null if it is not JSON. */
function parseJson(bytes: Buffer): { value: unknown; problem: TextProblem | null } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return { value, problem: unkeepable.test(text) ? findUnkeepable(text, value) : null };
  } catch {
    return null;
  }
}

/** Finds the first text, or name of a field, that cannot be stored. */
function findUnkeepable(text: string, value: unknown): TextProblem | null {
  try {
    // Names before values, since the path of a value has names.
    JSON.parse(text, (name, one) => {
      assertKeepable(name);
      return one;
    });
    assertKeepable(value);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.errors![0]!;
  }
}

/** Returns the record with the defaults of its schema, and its key; null if something is wrong, which is reported. */
function parseRecord(
  kind: PackageKind,
  bytes: Buffer,
  report: (path: string, message: string) => void,
): { record: unknown; key: string } | null {
  const read = parseJson(bytes);
  if (read === null) {
    report('', 'It is not valid JSON.');
    return null;
  }
  if (read.problem !== null) {
    report(read.problem.path, read.problem.message);
    return null;
  }
  try {
    const parsed = kind.schema.safeParse(read.value);
    if (parsed.success) return { record: parsed.data, key: kind.toKey(parsed.data) };
    for (const { path, message } of parsed.error.issues) report(path.join('.'), message);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report('', 'It is nested too deeply.');
  }
  return null;
}
