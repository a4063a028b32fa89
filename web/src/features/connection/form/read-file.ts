import { formatCount } from '../../../ui/format/format.ts';

/**
 * Reads a file as base64.
 * @throws Error if the file is empty or larger than `maximumBytes`
 */
export async function readFile(file: File, maximumBytes: number): Promise<string> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`);
  if (file.size > maximumBytes) {
    throw new Error(`${file.name} is too large: at most ${formatCount(maximumBytes / 1024)} KB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
