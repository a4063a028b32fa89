import type { Completion } from '@twinward/contracts/completion';
import type { Page } from '@twinward/contracts/list';
import type { Protection } from '@twinward/contracts/protection';
import { aliasReferences } from '@twinward/domain/language';
import { indicatorCompletion } from '@twinward/domain/rules/completion';
import type { Db } from '../../platform/database.ts';
import { found } from '../../platform/errors.ts';
import { findProtection, findProtectionsOfTwin } from './store.ts';

export { followAlias, readUsersOfAlias } from './aliases.ts';
export { createProtection, type NewProtection, type NewThreshold } from './create.ts';

/** @throws AppError `not-found` when there is no such protection. */
export async function readProtection(db: Db, id: number): Promise<Protection> {
  return protectionOf(found(await findProtection(db, id), 'Protection'));
}

/** A page of a twin's protections, highest level first. Whether there is such a twin is for the caller. */
export async function readProtectionsOfTwin(
  db: Db,
  twinId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<Page<Protection>> {
  const { records, total } = await findProtectionsOfTwin(db, twinId, pageSize, (pageNumber - 1) * pageSize);
  return { records: records.map(protectionOf), total };
}

type ProtectionRow = NonNullable<Awaited<ReturnType<typeof findProtection>>>;

function protectionOf(row: ProtectionRow): Protection {
  return {
    id: row.id,
    twinId: row.twin_id,
    name: row.name,
    description: row.description,
    type: row.type,
    active: row.active,
    defaultLevel: row.default_level,
    thresholds: row.thresholds.map(({ actions: _, ...threshold }) => threshold),
    inputs: row.inputs.map(({ complete: _, ...input }) => input),
    completion: completionOf(row),
    level: row.level,
    drivingThresholdId: row.driving_threshold_id,
    lastEvaluatedDate: row.evaluated_at?.toISOString() ?? null,
    stale: row.stale,
    error: row.error,
    updatedDate: row.updated_at.toISOString(),
  };
}

function completionOf({ type, thresholds, inputs }: ProtectionRow): Completion {
  const names = new Set(thresholds.flatMap(({ logic }) => aliasReferences(logic).map(({ name }) => name)));
  const completeInputs = new Set(inputs.filter(({ complete }) => complete).map(({ alias }) => alias));
  const { bits, percent } = indicatorCompletion(
    {
      hasThresholds: thresholds.length > 0,
      hasAliases: names.size > 0,
      aliasesComplete: [...names].every((name) => completeInputs.has(name)),
      thresholdsEffective: thresholds.every(
        ({ level, logExcursion, actions }) => level !== null || logExcursion || actions > 0,
      ),
      // Nothing is trained yet: training comes with the patterns of a protection.
      checksumMatches: false,
    },
    type === 'pattern',
  );
  return { bits, percent };
}
