/** Encoding and line end of a text file. */
interface TextForm {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** A carriage return before a line feed is not part of the line. */
  lineEnd: '\n' | '\r';
}

/** Number of bytes at the beginning of a file that decide its form. */
export const formBytes = 4096;

/**
 * The form of a text file.
 * @param beginning its first bytes; those after the first `formBytes` do not count
 * @returns null if the file is not a text file
 */
export function detectTextForm(beginning: Uint8Array): TextForm | null {
  const sample = beginning.subarray(0, formBytes);
  const encoding = detectEncoding(sample);
  if (encoding === null) return null;
  return { encoding, lineEnd: detectLineEnd(new TextDecoder(encoding).decode(sample)) };
}

/** UTF-16 with a byte order mark; otherwise UTF-8 if the sample is valid UTF-8, else Windows-1252. */
function detectEncoding(sample: Uint8Array): TextForm['encoding'] | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (sample.includes(0)) return null;
  try {
    // The sample may end within a character: `stream` accepts that.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * Old Mac programs end lines with only a carriage return. The sample may end between a carriage return and
 * its line feed.
 */
function detectLineEnd(sample: string): TextForm['lineEnd'] {
  return !sample.includes('\n') && /\r./.test(sample) ? '\r' : '\n';
}

/** The message for a file that is not a text file. */
export const notText = 'The file is not a text file. Please choose a csv or xlsx file.';
