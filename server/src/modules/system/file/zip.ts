import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '../../../platform/errors.ts';
import { checkExpansion } from './bytes.ts';
import type { ReadingTime } from './reading-time.ts';

/*
 * The format: PKWARE's APPNOTE.TXT 6.3.10, 4.3.7 (local header), 4.3.12 (central directory) and 4.3.16 (end of central
 * directory). Only files in the central directory are read, and the unpacked size is limited while reading.
 */
const endSignature = 0x06054b50;
const endLength = 22;
const longestComment = 65_535;
const entrySignature = 0x02014b50;
const entryLength = 46;
const localLength = 30;
const largestDirectory = 4 * 1024 * 1024;
/** Maximum number of files in an archive. A workbook has a few parts per sheet. */
const mostFiles = 10_000;
const methods = { stored: 0, deflated: 8 } as const;

interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  offset: number;
}

/** An archive's files by name. */
export interface Zip {
  /** The names of all files in the order of the archive. The archive may contain a name twice. */
  names: readonly string[];
  has(name: string): boolean;
  /**
   * Streams the unpacked bytes of a file.
   * @throws AppError `invalid-file` if it is damaged, or unpacks to far more than its size
   */
  read(name: string): AsyncGenerator<Uint8Array>;
}

/**
 * @param damagedMessage message for a file that is not an archive, or is damaged
 * @throws AppError `invalid-file` if the file is not a zip archive.
 */
export async function openZip(file: FileHandle, time: ReadingTime, damagedMessage: string): Promise<Zip> {
  try {
    const directory = await readDirectory(file);
    const entries = new Map(directory.map((entry) => [toPath(entry.name), entry]));
    return {
      names: directory.map(({ name }) => name),
      has: (name) => entries.has(name),
      read: (name) => time.checked(withMessage(readEntry(file, entries.get(name)!), damagedMessage)),
    };
  } catch (error) {
    throw error instanceof Damaged ? new AppError('invalid-file', damagedMessage) : error;
  }
}

class Damaged extends Error {}

async function* withMessage(bytes: AsyncIterable<Uint8Array>, message: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw error instanceof Damaged ? new AppError('invalid-file', message) : error;
  }
}

const toPath = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '');

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw new Damaged();
  return buffer;
}

async function readDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tail = await readBytes(
    file,
    Math.max(0, size - endLength - longestComment),
    Math.min(size, endLength + longestComment),
  );
  let end = tail.length - endLength;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Damaged();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  if (length > largestDirectory || count > mostFiles) throw new Damaged();
  const directory = await readBytes(file, tail.readUInt32LE(end + 16), length);
  const entries: ZipEntry[] = [];
  let position = 0;
  for (let i = 0; i < count; i++) {
    if (position + entryLength > length || directory.readUInt32LE(position) !== entrySignature)
      throw new Damaged();
    const nameLength = directory.readUInt16LE(position + 28);
    const name = directory.toString('utf8', position + entryLength, position + entryLength + nameLength);
    entries.push({
      name,
      method: directory.readUInt16LE(position + 10),
      packed: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    });
    position +=
      entryLength +
      nameLength +
      directory.readUInt16LE(position + 30) +
      directory.readUInt16LE(position + 32);
  }
  return entries;
}

async function* readEntry(file: FileHandle, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const local = await readBytes(file, entry.offset, localLength);
  const start = entry.offset + localLength + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = readRange(file, start, entry.packed);
  if (entry.method === methods.stored) yield* packed;
  else if (entry.method === methods.deflated) yield* inflate(packed, entry.packed);
  else throw new Damaged();
}

const pieceBytes = 64 * 1024;

async function* readRange(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < length; position += pieceBytes)
    yield await readBytes(file, start + position, Math.min(pieceBytes, length - position));
}

async function* inflate(packed: AsyncIterable<Buffer>, packedBytes: number): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed);
  const inflated = createInflateRaw();
  source.on('error', (error) => inflated.destroy(error));
  source.pipe(inflated);
  let unpacked = 0;
  try {
    for await (const piece of inflated as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      checkExpansion(unpacked, packedBytes);
      yield piece;
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new Damaged();
    throw error;
  } finally {
    source.destroy();
    inflated.destroy();
  }
}
