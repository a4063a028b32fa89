import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/*
 * The format: PKWARE's APPNOTE.TXT 6.3.10, 4.3.7 (local header), 4.3.9 (data descriptor), 4.3.12 (central directory)
 * and 4.3.16 (end of central directory). Without Zip64: at most 4 GiB and 65,535 files.
 */
const version = 20;
/** Bit 3: sizes and checksum follow the data. Bit 11: names are UTF-8. */
const flags = (1 << 3) | (1 << 11);
const deflated = 8;
/** 1980-01-01 00:00, the first time that a zip file can store. A fixed time makes equal contents give equal files. */
const date = (1 << 5) | 1;
const largest = 0xffff_ffff;

/** A file of an archive. */
export interface ZipFile {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Writes an archive of deflated files, in bounded memory. @throws RangeError above 4 GiB. */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    yield localHeader(file);
    for await (const piece of deflate(content, file)) {
      file.packed += piece.length;
      yield piece;
    }
    yield descriptor(file);
    offset += 30 + file.name.length + file.packed + 16;
    if (Math.max(offset, file.size) > largest) throw new RangeError('A zip archive holds at most 4 GiB.');
    written.push(file);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield toEndRecord(written.length, directory.length, offset);
}

/** Like `writeZip`, but returns the archive in memory. */
export async function createZip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(files)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* deflate(content: AsyncIterable<Uint8Array>, file: Written): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      file.crc = crc32(piece, file.crc);
      file.size += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted());
  const packed = createDeflateRaw();
  source.on('error', (error) => packed.destroy(error));
  source.pipe(packed);
  try {
    yield* packed as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
    packed.destroy();
  }
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(deflated, 8);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packed, 8);
  record.writeUInt32LE(size, 12);
  return record;
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(deflated, 10);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function toEndRecord(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
