import type { Page } from '@twinward/contracts/core/list';
import type { ActivityDue } from '@twinward/contracts/protections/activity-protection';
import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { PatternSetSummary } from '@twinward/contracts/protections/pattern-of-set';
import type { Protection, ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Shelving } from '@twinward/contracts/protections/shelving';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { isWithoutLogic } from '@twinward/domain/evaluation';
import { parameterReferences } from '@twinward/domain/language';
import {
  type IndicatorFacts,
  indicatorCompletion,
  missingOfIndicator,
} from '@twinward/domain/rules/completion';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { readDueWork } from '../evaluation/service.ts';
import { listPatternSets } from '../pattern-model/service.ts';
import { listNamedParameters } from './named-parameters.ts';
import { withPatternNames } from './pattern-names.ts';
import { type ProtectionRow, selectProtection, selectProtectionsOfTwin } from './store.ts';

/** @throws AppError `not-found`. */
export async function getProtection(db: Db, id: number): Promise<Protection> {
  const row = found(await selectProtection(db, id), 'Protection');
  const parameters = await listNamedParameters(db, [row]);
  return toProtection(row, (await listPatternSets(db, [id])).get(id), parameters.get(id));
}

/**
 * Lists a page of a twin's protections, highest level first.
 * @throws AppError `not-found` without such a twin.
 */
export async function listProtectionsOfTwin(
  db: Db,
  twinId: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<Page<ProtectionSummary>> {
  await assertTwin(db, twinId);
  const { records, total } = await selectProtectionsOfTwin(db, twinId, pageSize, (pageNumber - 1) * pageSize);
  const sets = await listPatternSetsByProtection(db, records);
  const parameters = await listNamedParameters(db, records);
  const protections = records.map((row) => toProtection(row, sets.get(row.id), parameters.get(row.id)));
  return { records: protections.map(toSummary), total };
}

/**
 * Returns when the work of an activity protection is due, as of now.
 * @throws AppError `not-found`.
 */
export async function listDue(db: Db, id: number): Promise<ActivityDue[]> {
  found(await selectProtection(db, id), 'Protection');
  const { due, lastCompleted } = await readDueWork(db, id, Date.now());
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return due.map((one) => ({ ...one, lastCompleted: iso(lastCompleted), date: iso(one.date) }));
}

function toSummary(protection: Protection): ProtectionSummary {
  return {
    ...protection,
    type: 'indicator',
    subType: protection.type,
    isCounter:
      protection.type === 'activity' &&
      protection.aliases.some(({ intervalType }) => intervalType === 'counter'),
    data: { level: protection.level },
  };
}

const noSetting: Omit<IntervalSetting, 'tagAliasId'> = {
  intervalType: null,
  expectedInterval: null,
  counterInterval: null,
  counterStart: null,
  tolerance: null,
  schedule: 'floating',
};

/** Lists the pattern sets of the pattern protections among these, by protection. */
function listPatternSetsByProtection(
  db: Db,
  rows: readonly ProtectionRow[],
): Promise<Map<number, PatternSetSummary>> {
  return listPatternSets(
    db,
    rows.flatMap(({ id, type }) => (type === 'pattern' ? [id] : [])),
  );
}

/** @param parameters of the twin that its logic and texts use */
function toProtection(
  row: ProtectionRow,
  patternSet: PatternSetSummary | undefined,
  parameters?: TwinParameter[],
): Protection {
  const facts = completionFacts(row, patternSet);
  const { bits, percent } = indicatorCompletion(facts, row.type === 'pattern');
  return {
    id: row.id,
    twinId: row.twin_id,
    name: row.name,
    description: row.description,
    type: row.type,
    active: row.active,
    defaultLevel: row.default_level,
    startDate: row.start_date?.toISOString() ?? null,
    thresholds: withPatternNames(row.thresholds, patternSet?.patterns ?? []),
    tagAliasIds: row.aliases.map(({ tagAliasId }) => tagAliasId),
    aliases: row.aliases.map(({ complete: _, settings, ...alias }) => ({
      ...alias,
      ...noSetting,
      ...settings,
    })),
    inputs: row.aliases.flatMap(({ alias, tagId, tagName, unit }) =>
      tagId === null || tagName === null ? [] : [{ alias, tagId, tagName, unit }],
    ),
    failureModeIds: row.failure_mode_ids,
    expectedInterval: row.aliases.find(({ type }) => type === 'work')?.settings.expectedInterval ?? null,
    completion: { bits, percent },
    missing: [
      ...missingOfIndicator(facts, row.type === 'pattern'),
      ...unsetIn(row, parameters ?? []).map((name) => `A value of the parameter {${name}}.`),
    ],
    level: row.level,
    drivingThresholdId: row.driving_threshold_id,
    lastEvaluatedDate: row.evaluated_at?.toISOString() ?? null,
    stale: row.stale,
    ...toStaleness(row),
    error: row.error,
    setAsideDate: row.set_aside_at?.toISOString() ?? null,
    indicatorPattern: patternSet ?? null,
    ...(parameters ? { parameters } : {}),
    shelving: toShelving(row),
    dirtyFlags: row.dirty_flags,
    updatedDate: row.updated_at.toISOString(),
    fields: row.fields,
    version: row.version,
  };
}

/** Returns the parameters without a value that a protection's logic uses. */
function unsetIn({ thresholds }: ProtectionRow, parameters: readonly TwinParameter[]): string[] {
  const unset = parameters.flatMap(({ name, value }) => (value === null ? [name] : []));
  if (unset.length === 0) return [];
  const named = new Set(thresholds.flatMap(({ logic }) => parameterReferences(logic)));
  return unset.filter((name) => named.has(name));
}

type StalenessRow = Pick<ProtectionRow, 'active' | 'error' | 'stale_inputs' | 'silent_since'>;

/** A protection that is not evaluated has no staleness. */
export function toStaleness({ active, error, stale_inputs, silent_since }: StalenessRow) {
  if (!active || error !== null) return { staleInputs: [], silentSince: null };
  return { staleInputs: stale_inputs, silentSince: silent_since?.toISOString() ?? null };
}

type ShelvingRow = Pick<ProtectionRow, 'shelved_until' | 'shelved_at' | 'shelved_by' | 'shelving_reason'>;

export function toShelving(row: ShelvingRow): Shelving | null {
  const { shelved_until, shelved_at, shelved_by, shelving_reason } = row;
  if (shelved_until === null || shelved_at === null || shelving_reason === null) return null;
  return {
    until: shelved_until.toISOString(),
    since: shelved_at.toISOString(),
    by: shelved_by,
    reason: shelving_reason,
  };
}

function completionFacts(
  { thresholds, aliases }: ProtectionRow,
  patternSet: PatternSetSummary | undefined,
): IndicatorFacts {
  return {
    hasThresholds: thresholds.length > 0,
    hasAliases: aliases.length > 0,
    aliasesComplete: aliases.every(({ complete }) => complete),
    thresholdsHaveLogic: !thresholds.some(isWithoutLogic),
    thresholdsEffective: thresholds.every(
      ({ level, logExcursion, actions }) => level !== null || logExcursion || actions.length > 0,
    ),
    checksumMatches: patternSet?.isCurrent ?? false,
  };
}
