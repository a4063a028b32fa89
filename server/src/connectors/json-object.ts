import { ConnectorFailure } from './connector.ts';

/** The body of an answer that has to be a JSON object. @throws ConnectorFailure `protocol` for any other JSON */
export function toJsonObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Readonly<Record<string, unknown>>;
  throw new ConnectorFailure('protocol', 'The server answered with JSON that is no object.');
}
