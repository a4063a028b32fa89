import type { SourceRow } from '@twinward/domain/file/delimited';
import { AppError } from '../../../platform/errors.ts';
import { type Bytes, peekBytes } from './bytes.ts';

/** No row of points is longer, in characters; it bounds the memory that a file without line ends takes. */
const longestLine = 1024 * 1024;
const sampleBytes = 4096;

export type { SourceRow } from '@twinward/domain/file/delimited';

/** Some rows at a time: a step of an async iteration for each would take longer than reading it. */
export type SourceRows = AsyncIterable<SourceRow[]>;

/** The lines of a text of bytes, numbered from 1. Blank ones are left out. */
export async function* readLines(bytes: Bytes): AsyncGenerator<{ line: number; text: string }[]> {
  const { head, whole } = await peekBytes(bytes, sampleBytes);
  const encoding = detectEncoding(head);
  const lineEnd = detectLineEnd(new TextDecoder(encoding).decode(head));
  const decoder = new TextDecoder(encoding);
  let line = 1;
  let rest = '';
  for await (const piece of whole) {
    const text = rest + withoutZero(decoder.decode(piece, { stream: true }));
    const lines: { line: number; text: string }[] = [];
    let start = 0;
    for (let end = text.indexOf(lineEnd); end >= 0; end = text.indexOf(lineEnd, start)) {
      if (end - start > longestLine) refuseLength(line);
      const content = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
      if (content.trim() !== '') lines.push({ line, text: content });
      start = end + 1;
      line++;
    }
    rest = text.slice(start);
    if (rest.length > longestLine) refuseLength(line);
    if (lines.length > 0) yield lines;
  }
  rest += withoutZero(decoder.decode());
  if (rest.trim() !== '') yield [{ line, text: rest }];
}

/** The character of code zero can't be stored: like any that is none, it is shown by the sign for that. */
export function withoutZero(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

function refuseLength(line: number): never {
  throw new AppError(
    'invalid-file',
    `Line ${line} is longer than ${longestLine.toLocaleString('en-US')} characters, as no row is. Please check that each row ends with a line end.`,
  );
}

/** A carriage return alone ends the lines of programs of old Macs. The sample's end may cut it from its feed. */
function detectLineEnd(sample: string): string {
  return !sample.includes('\n') && /\r./.test(sample) ? '\r' : '\n';
}

/** UTF-16 by its mark; else UTF-8 unless the sample is none: then what Windows writes in western languages. */
function detectEncoding(sample: Buffer): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (sample.includes(0))
    throw new AppError('invalid-file', 'The file is no text. Please choose a csv or an xlsx file.');
  try {
    // A character that the sample's end cuts in two is no error while more may follow.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
