import { type CalculatedTag, calculations, type LanguageError } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { type CalculationRow, readNeededCalculations } from '../evaluation/service.ts';

/** Returns the cycle that would form if a calculated tag read these tags, or null. */
export async function findCycle(
  db: Db,
  tag: { id: number; name: string; logic: string },
  sources: ReadonlyMap<string, { tagId: number }>,
): Promise<LanguageError | null> {
  const needed = await readNeededCalculations(
    db,
    Array.from(sources.values(), ({ tagId }) => tagId),
  );
  const others = needed.filter(({ tagId }) => tagId !== tag.id).map(toGraphNode);
  const own: CalculatedTag = {
    id: String(tag.id),
    name: tag.name,
    text: tag.logic,
    inputs: new Map(Array.from(sources, ([alias, { tagId }]) => [alias, String(tagId)])),
  };
  return calculations([own, ...others]).cycles.get(own.id) ?? null;
}

/** A deviation reads all inputs of its model. */
function toGraphNode({ tagId, name, logic, isDeviation, inputs }: CalculationRow): CalculatedTag {
  const ids = new Map(Object.entries(inputs).map(([alias, { tagId: id }]) => [alias, String(id)]));
  const text = isDeviation ? Array.from(ids.keys(), (alias) => `[${alias}]`).join(' + ') : logic;
  return { id: String(tagId), name, text, inputs: ids };
}
