import type { ConnectorCall, SourceValue } from '../connector.ts';
import { divide, type Envelope, get, readItems } from './client.ts';
import { findPoints, type Point } from './points.ts';
import { findProblem, type TimedValue, toPoint } from './value.ts';

/** The latest value of each source, in their order; null for a source without one. */
export async function preview(
  call: ConnectorCall,
  sources: readonly string[],
): Promise<(SourceValue | null)[]> {
  const values = await latestValues(call, await findPoints(call, sources));
  return sources.map((source) => values.get(source) ?? null);
}

/** The latest values by source. A point that the server can't read is left out. */
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
