import type { SourceValue } from '../connector.ts';
import type { Session } from './client.ts';
import { toPoint } from './mapping.ts';
import { readAll, valueId } from './read.ts';
import { readSource } from './source.ts';

/** Returns the latest value of each source, in the same order. Null for a source without a value. */
export async function preview(session: Session, sources: readonly string[]): Promise<(SourceValue | null)[]> {
  const known = sources.map((source) => readSource(source, session.namespaces));
  const values = await readAll(session, known.filter((source) => source !== null).map(valueId));
  let next = 0;
  return sources.map((source, index) => {
    if (!known[index]) return null;
    const value = values[next++];
    return value ? toPoint(source, value, Date.now()) : null;
  });
}
