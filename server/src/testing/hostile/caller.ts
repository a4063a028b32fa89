import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request of an attacker. */
export interface Sending {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | string | Buffer;
  /** Address of this machine from which it comes, such as 127.0.0.9. */
  from?: string;
  signal?: AbortSignal;
}

export interface Received {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const agents = new Map<string, Agent>();

function getAgent(localAddress: string): Agent {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  return agent;
}

/** Sends a request and reads its answer. @throws when the connection breaks. */
export async function send(address: string, sending: Sending): Promise<Received> {
  const response = await open(address, sending);
  const body = await buffer(response);
  return { status: response.statusCode!, headers: response.headers, text: body.toString('utf8') };
}

/** As `send`, without reading the answer's body. */
export function open(
  address: string,
  { method = 'POST', path, headers = {}, body, from = '127.0.0.2', signal }: Sending,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
    const content = isJson ? JSON.stringify(body) : body;
    const outgoing = request(address + path, {
      method,
      agent: getAgent(from),
      headers: {
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
        ...headers,
      },
      ...(signal ? { signal } : {}),
    });
    outgoing.once('response', resolve).once('error', reject);
    outgoing.end(content);
  });
}

/** A multipart form. */
export interface Form {
  headers: Record<string, string>;
  body: Buffer;
}

/** A multipart form with one file. */
export function toForm(fileName: string, content: Buffer, fields: Record<string, string> = {}): Form {
  const boundary = 'a-boundary-that-no-file-holds';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    'content-type: application/octet-stream\r\n\r\n';
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(parts.join('') + head),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
