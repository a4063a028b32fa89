import { splitCells } from '@twinward/domain/file/delimited';
import { readFileHead } from './api/read-file-head.ts';
import { type CsvHead, splitHead } from './csv-preview.ts';

const headBytes = 64 * 1024;
/** How much of a file of rows is searched for the names of tags. */
const namesBytes = 16 * 1024 * 1024;
const mostNames = 1000;

const isText = (name: string): boolean => /\.(csv|tsv|txt)(\.gz)?$/i.test(name);

/**
 * The first rows of a file, after decompression. Workbooks are read by the server.
 * @returns null without columns
 */
export async function readHead(file: File): Promise<CsvHead | null> {
  if (!isText(file.name)) {
    const { header, rows, epochDay } = await readFileHead(file);
    return header.length < 2 ? null : { header, rows, separator: null, epochDay };
  }
  return splitHead(await readText(file, headBytes));
}

async function readText(file: File, bytes: number): Promise<string> {
  if (!/\.gz$/i.test(file.name)) return file.slice(0, bytes).text();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < bytes) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel();
  return text.slice(0, bytes);
}

/** The first thousand names in the column of tags of a text file. */
export async function readTagNames(file: File, head: CsvHead, column: number): Promise<string[]> {
  if (head.separator === null) return [];
  const names = new Set<string>();
  const lines = (await readText(file, namesBytes)).split(/\r\n|\n|\r/).slice(1, -1);
  for (const line of lines) {
    const name = splitCells(line, head.separator)?.[column];
    if (name) names.add(name);
    if (names.size >= mostNames) break;
  }
  return [...names];
}
