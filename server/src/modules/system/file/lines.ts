import type { SourceRow } from '@twinward/domain/file/delimited';
import { detectTextForm, formBytes, notText } from '@twinward/domain/file/text-form';
import { AppError } from '../../../platform/errors.ts';
import { type Bytes, peekBytes } from './bytes.ts';

/** Maximum row length in characters; limits the memory for a file without line ends */
const longestLine = 1024 * 1024;

export type { SourceRow } from '@twinward/domain/file/delimited';

/** Rows in batches, since an async iteration step per row would take longer than reading the row. */
export type SourceRows = AsyncIterable<SourceRow[]>;

/** Yields the lines of text, numbered from 1, without blank lines. */
export async function* readLines(bytes: Bytes): AsyncGenerator<{ line: number; text: string }[]> {
  const { head, whole } = await peekBytes(bytes, formBytes);
  const form = detectTextForm(head);
  if (form === null) throw new AppError('invalid-file', notText);
  const { encoding, lineEnd } = form;
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

/** Replaces U+0000, which cannot be stored, by the replacement character. */
export function withoutZero(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

function refuseLength(line: number): never {
  throw new AppError(
    'invalid-file',
    `Line ${line} is longer than ${longestLine.toLocaleString('en-US')} characters, as no row is. Please check that each row ends with a line end.`,
  );
}
