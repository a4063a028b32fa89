import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { PatternOfSet, PatternSetSummary } from '@twinward/contracts/protections/pattern-of-set';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import {
  type PatternRow,
  selectAliasNames,
  selectChecksum,
  selectPatterns,
  selectRanges,
  selectSet,
  selectSetsOfProtections,
  selectVersion,
  selectVersionsInService,
  type VersionRow,
} from './store.ts';

/** @throws AppError `not-found` */
export async function getPatternSet(db: Db, id: number): Promise<IndicatorPattern> {
  const set = found(await selectSet(db, id), 'Pattern set');
  const version =
    set.version_in_service_id === null ? null : await selectVersion(db, set.version_in_service_id);
  const ranges = await selectRanges(db, id);
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    indicatorId: set.protection_id,
    trainingStart: iso(set.training_start),
    trainingEnd: iso(set.training_end),
    patterns: (await selectPatterns(db, [id])).map(toPattern),
    training: ranges.map(({ patternId, start, end }) => ({
      patternId,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
    })),
    model: version && {
      version: version.number,
      createdAt: version.created_at.toISOString(),
      bytes: version.bytes,
      modelChecksum: version.model_checksum,
      stepSeconds: version.step_seconds,
      windows: version.windows,
    },
    version: set.version,
    pipeline: version && (await toPipeline(db, version)),
    checksum: version?.checksum ?? null,
    isCurrent: version !== null && version.checksum === (await selectChecksum(db, id)),
    strictness: set.strictness,
    confidence: set.confidence,
    stepSeconds: set.step_seconds,
    condition: set.condition,
    mostRefused: set.most_refused,
    mostWrong: set.most_wrong,
  };
}

async function toPipeline(
  db: Db,
  { inputs, pattern_ids }: VersionRow,
): Promise<NonNullable<IndicatorPattern['pipeline']>> {
  const names = await selectAliasNames(
    db,
    inputs.map(({ tagAliasId }) => tagAliasId),
  );
  const getInputName = (id: number) => names.get(id) ?? 'A deleted input';
  return {
    scaleStats: inputs.map(({ tagAliasId, mean, standardDeviation }) => ({
      tagAliasName: getInputName(tagAliasId),
      mean,
      standardDeviation,
    })),
    labelEncoder: Object.fromEntries(pattern_ids.map((id, label) => [id, label])),
    labelDecoder: Object.fromEntries(pattern_ids.map((id, label) => [label, id])),
    tagAliasNames: inputs.map(({ tagAliasId }) => getInputName(tagAliasId)),
  };
}

/** Lists the pattern sets of protections in short form, by protection. */
export async function listPatternSets(
  db: Db,
  protectionIds: readonly number[],
): Promise<Map<number, PatternSetSummary>> {
  if (protectionIds.length === 0) return new Map();
  const sets = await selectSetsOfProtections(db, protectionIds);
  if (sets.length === 0) return new Map();
  const patterns = await selectPatterns(
    db,
    sets.map(({ id }) => id),
  );
  const versions = await selectVersionsInService(db, protectionIds);
  const summaries = new Map<number, PatternSetSummary>();
  for (const { id, protection_id, is_current } of sets) {
    summaries.set(protection_id, {
      id,
      patterns: patterns.filter(({ pattern_set_id }) => pattern_set_id === id).map(toPattern),
      modelVersion: versions.get(protection_id)?.number ?? null,
      isCurrent: is_current,
    });
  }
  return summaries;
}

const toPattern = ({ id, name, is_default, color }: PatternRow): PatternOfSet => ({
  id,
  name,
  default: is_default,
  color,
});
