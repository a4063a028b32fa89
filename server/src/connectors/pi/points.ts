import type { ConnectorCall } from '../connector.ts';
import { divide, getAll, toResourceAddress } from './client.ts';

/**
 * A source is the path of a point, such as `\\SERVER\Reactor.Pressure`. Unlike the WebId, by which PI Web API reads, it
 * is readable and remains valid when the archive moves to another machine.
 */
export interface Point {
  source: string;
  webId: string;
}

/** WebIds by path, cached for a call. Null if the point does not exist or may not be read. */
const known = new WeakMap<ConnectorCall, Map<string, string | null>>();

/** @returns the existing points, in the order of their sources. @throws ConnectorFailure */
export async function findPoints(call: ConnectorCall, sources: readonly string[]): Promise<Point[]> {
  const webIds = known.get(call) ?? new Map<string, string | null>();
  known.set(call, webIds);
  const unknown = sources.filter((source) => !webIds.has(source));
  for (const part of divide(unknown, (source) => source)) {
    const addresses = part.map((path) =>
      toResourceAddress(call, 'points', { path, selectedFields: 'WebId' }),
    );
    const found = await getAll<{ WebId: string }>(call, addresses);
    for (const [index, source] of part.entries()) webIds.set(source, found[index]?.WebId ?? null);
  }
  return sources.flatMap((source) => {
    const webId = webIds.get(source);
    return webId ? [{ source, webId }] : [];
  });
}

/** Sources by WebId. */
export const toSources = (points: readonly Point[]): Map<string, string> =>
  new Map(points.map(({ source, webId }) => [webId, source]));
