/**
 * Header of a download that is never displayed inline, with the file name in ASCII, and in UTF-8 for clients that
 * support it.
 */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
