const bytes = 64 * 1024;

/** Whether a file's beginning can be shown here; workbooks are read by the server alone. */
export const isText = (name: string): boolean => /\.(csv|tsv|txt)(\.gz)?$/i.test(name);

/** The first 64 KiB of a text file, unpacked where it is gzipped. */
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
