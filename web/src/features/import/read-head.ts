import { RowSplitter } from '@twinward/domain/file/delimited';
import { detectTextForm, notText } from '@twinward/domain/file/text-form';
import { readFileHead } from './api/read-file-head.ts';
import { type CsvHead, splitHead, splitRows, type TextBeginning } from './csv-preview.ts';

/** Bytes to read for the preview: the maximum line length of the import. */
const headBytes = 1024 * 1024;
/** Bytes of a long file to search for tag names. */
const namesBytes = 16 * 1024 * 1024;

const isText = (name: string): boolean => /\.(csv|tsv|txt)(\.gz)?$/i.test(name);

/**
 * Reads the first rows of a file, after decompression. Workbooks are read by the server.
 * @returns null without columns
 * @throws Error if the file is not text, or its compression is damaged
 */
export async function readHead(file: File): Promise<CsvHead | null> {
  if (!isText(file.name)) {
    const { header, rows, epochDay } = await readFileHead(file);
    return header.length < 2 ? null : { header, rows, separator: null, epochDay };
  }
  return splitHead(await readBeginning(file, headBytes));
}

/**
 * Reads the names in the tag column of a text file.
 * @param most number of names after which reading stops
 * @throws Error like `readHead`
 */
export async function readTagNames(
  file: File,
  head: CsvHead,
  column: number,
  most: number,
): Promise<string[]> {
  if (head.separator === null) return [];
  const names = new Set<string>();
  let isHeading = true;
  for (const cells of splitRows(await readBeginning(file, namesBytes), new RowSplitter())) {
    const name = cells[column];
    if (name && !isHeading) names.add(name);
    isHeading = false;
    if (names.size >= most) break;
  }
  return [...names];
}

async function readBeginning(file: File, bytes: number): Promise<TextBeginning> {
  const { beginning, isCut } = await readBytes(file, bytes);
  const form = detectTextForm(beginning);
  if (form === null) throw new Error(notText);
  const lines = new TextDecoder(form.encoding)
    .decode(beginning)
    .split(form.lineEnd === '\n' ? /\r?\n/ : form.lineEnd);
  if (isCut) lines.pop();
  return { lines: lines.filter((line) => line.trim() !== ''), isCut };
}

/** Reads about `most` decompressed bytes of a file. Returns whether it was cut. */
async function readBytes(file: File, most: number): Promise<{ beginning: Uint8Array; isCut: boolean }> {
  if (!/\.gz$/i.test(file.name))
    return { beginning: await loadBytes(file.slice(0, most)), isCut: file.size > most };
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces: BlobPart[] = [];
  let length = 0;
  while (length <= most) {
    const { done, value } = await reader.read();
    if (done) return { beginning: await loadBytes(new Blob(pieces)), isCut: false };
    pieces.push(value);
    length += value.length;
  }
  void reader.cancel();
  return { beginning: await loadBytes(new Blob(pieces)), isCut: true };
}

const loadBytes = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
