import type { ConnectorCall, SourceValue } from '../connector.ts';
import { divide, type Envelope, get, readItems } from './client.ts';
import { findPoints, type Point } from './points.ts';
import { findProblem, type TimedValue, toPoint } from './value.ts';

/** Returns the latest value of each source, in the same order. Null for a source without a value. */
export async function preview(
  call: ConnectorCall,
  sources: readonly string[],
): Promise<(SourceValue | null)[]> {
  const values = await latestValues(call, await findPoints(call, sources));
  return sources.map((source) => values.get(source) ?? null);
}

/** Returns the latest values by source. Omits points that the server can't read. */
export async function latestValues(
  call: ConnectorCall,
  points: readonly Point[],
): Promise<Map<string, SourceValue>> {
  const values = new Map<string, SourceValue>();
  for (const part of divide(points, ({ webId }) => webId)) {
    const answer = await get<Envelope<{ WebId: string; Value?: TimedValue }>>(call, 'streamsets/value', {
      webId: part.map(({ webId }) => webId),
    });
    const byWebId = new Map(readItems(answer).map((item) => [item.WebId, item.Value]));
    for (const { source, webId } of part) {
      const value = byWebId.get(webId);
      if (value && findProblem([value]) === null) values.set(source, toPoint(source, value));
    }
  }
  return values;
}
