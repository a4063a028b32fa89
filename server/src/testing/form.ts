/** A file that is uploaded, with the fields beside it. */
export interface UploadedFile {
  name: string;
  content: string | Buffer;
  fields?: Record<string, string>;
}

const boundary = 'the-boundary-of-this-test';

/** The headers and the payload of a call that uploads a file. */
export function toForm({ name, content, fields = {} }: UploadedFile, headers: Record<string, string>) {
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` }, payload };
}
