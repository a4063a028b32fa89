import type { ServerResponse } from 'node:http';

/** How an answer goes wrong. */
export type FaultKind =
  | 'busy'
  | 'failed'
  | 'slow'
  | 'truncated'
  | 'not JSON'
  | 'other JSON'
  | 'web exception'
  | 'errors of items'
  | 'cut';

export interface Fault {
  kind: FaultKind;
  /** Which calls, by `METHOD path`. */
  calls: RegExp;
  /** So many times. */
  times: number;
}

/** Returns the fault that a call is to have, which counts as one time. */
export function nextFault(faults: readonly Fault[], call: string): FaultKind | null {
  const fault = faults.find(({ calls, times }) => times > 0 && calls.test(call));
  if (!fault) return null;
  fault.times -= 1;
  return fault.kind;
}

/** Milliseconds by which a slow answer comes late. */
const slowness = 300;

/** Answers as a server that works, or as the fault says. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  fault: FaultKind | null,
): void {
  const send = (code: number, text: string, headers: Record<string, string> = {}) =>
    void response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(text);
  const text = JSON.stringify(body);
  if (fault === null) {
    send(status, text);
    return;
  }
  const said = { Errors: ['The PI Data Archive is being backed up.'] };
  const answers: Record<FaultKind, () => void> = {
    busy: () => send(429, JSON.stringify({ Errors: ['Too many requests.'] }), { 'Retry-After': '1' }),
    failed: () => send(500, JSON.stringify(said)),
    slow: () => void setTimeout(() => send(status, text), slowness),
    truncated: () => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.socket?.destroy());
    },
    'not JSON': () => send(200, '<html><body>Please sign in</body></html>', { 'Content-Type': 'text/html' }),
    'other JSON': () => send(200, '{}'),
    'web exception': () =>
      send(200, JSON.stringify({ ...(body as object), WebException: { StatusCode: 500, ...said } })),
    'errors of items': () => send(200, JSON.stringify(withErrors(body))),
    cut: () => void response.socket?.resetAndDestroy(),
  };
  answers[fault]();
}

/** The first value of an answer could not be read by the server. */
function withErrors(body: unknown): unknown {
  const errors = [{ FieldName: 'Value', Message: ['The archive is offline.'] }];
  const { Items: items = [] } = body as { Items?: Record<string, unknown>[] };
  const [first, ...others] = items;
  return { ...(body as object), Items: [{ ...first, Errors: errors }, ...others] };
}
