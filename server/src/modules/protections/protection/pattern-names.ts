import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { replacePatterns } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { selectPatternsOfProtections } from '../pattern-model/service.ts';

/**
 * Reads the ids of a protection's patterns, by name. Logic is stored with ids, so that a renaming does not change it.
 */
export async function readPatternIds(db: Db, protectionId: number): Promise<Map<string, string>> {
  const patterns = (await selectPatternsOfProtections(db, [protectionId])).get(protectionId) ?? [];
  return new Map(patterns.map(({ id, name }) => [name, String(id)]));
}

/** Returns thresholds in their stored form. */
export const withPatternIds = <Threshold extends { logic: string }>(
  thresholds: readonly Threshold[],
  ids: ReadonlyMap<string, string>,
): Threshold[] => replaceIn(thresholds, ids);

/** Returns thresholds as they are shown. */
export const withPatternNames = <Threshold extends { logic: string }>(
  thresholds: readonly Threshold[],
  patterns: readonly PatternOfSet[],
): Threshold[] => replaceIn(thresholds, new Map(patterns.map(({ id, name }) => [String(id), name])));

function replaceIn<Threshold extends { logic: string }>(
  thresholds: readonly Threshold[],
  replacements: ReadonlyMap<string, string>,
): Threshold[] {
  if (replacements.size === 0) return [...thresholds];
  return thresholds.map((threshold) => ({
    ...threshold,
    logic: replacePatterns(threshold.logic, replacements),
  }));
}
