const bytes = 64 * 1024;

/** Whether a file can be previewed here; only the server can read workbooks. */
export const isText = (name: string): boolean => /\.(csv|tsv|txt)(\.gz)?$/i.test(name);

/** The first 64 KiB of a text file, after decompression. */
export async function readHead(file: File): Promise<string> {
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
