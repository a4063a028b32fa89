import type { readSharedPoints } from '@twinward/contracts/connections/sharing';
import type { RouteResponse } from '@twinward/contracts/core/route';
import { type ConnectorCall, NoHistory, type SourceValue, type TimeRange } from '../connector.ts';
import { divide, readPoints, readTagsByName } from './client.ts';

type Series = RouteResponse<typeof readSharedPoints>[number];

/** Reads the points of tags with from <= time < to. */
export async function* history(
  call: ConnectorCall,
  sources: readonly string[],
  { from, to }: TimeRange,
): AsyncIterable<SourceValue[]> {
  const known = await readTagsByName(call, sources);
  for (const part of divide(sources.filter((source) => known.has(source)))) {
    let tags = part.map((name) => ({ name, from }));
    while (tags.length > 0) {
      const read = await readPoints(call, { tags, to });
      const values = read.flatMap(toSourceValues);
      if (values.length > 0) yield values;
      tags = read.flatMap(({ name, next }) => (next === null ? [] : [{ name, from: next }]));
    }
  }
  const missing = sources.filter((source) => !known.has(source));
  if (missing.length > 0)
    throw new NoHistory(
      `The other installation does not allow reading ${missing.length} of ${sources.length} tags.`,
      missing,
    );
}

export const toSourceValues = ({ name, times, values, qualities }: Series): SourceValue[] =>
  times.map((time, i) => ({ source: name, time, value: values[i]!, quality: qualities?.[i] ?? 'good' }));
