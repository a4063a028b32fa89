import { formatCount } from '../../../ui/format/format.ts';

/**
 * A file in base64.
 * @throws Error for an empty file, and for one of more than so many bytes
 */
export async function readFile(file: File, maximumBytes: number): Promise<string> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`);
  if (file.size > maximumBytes) {
    throw new Error(`${file.name} is too large: at most ${formatCount(maximumBytes / 1024)} KB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
