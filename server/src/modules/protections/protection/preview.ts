import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type {
  ExplainedPart,
  ProtectionExplanation,
  ProtectionPreview,
  ProtectionPreviewResult,
  ProtectionQuestion,
} from '@twinward/contracts/protections/protection-preview';
import {
  type Budget,
  compileProtection,
  createDefinition,
  type ProtectionDefinition as EngineDefinition,
  type ExplainedPart as EnginePart,
  protectionError,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import { otherDimension, readLogicUnits, readSources, unitOfInput } from '../definition/service.ts';
import {
  explainProtectionAt,
  listDefinitionsWithModels,
  modelsInUse,
  namePatterns,
  tryProtection,
} from '../evaluation/service.ts';
import { selectAliasesOfTwin, selectTwin } from './store.ts';

/**
 * Evaluates a definition over a range without storing anything.
 * @throws AppError `not-found` without such a twin; `too-large` if the range has too many points; BudgetExceeded.
 */
export async function tryDefinition(
  db: Db,
  { twinId, indicatorId, protection, from, to }: ProtectionPreview,
  budget?: Budget,
): Promise<ProtectionPreviewResult> {
  const prepared = await prepare(db, twinId, protection, indicatorId);
  const { errors, warnings, unmapped, ready } = prepared;
  if (ready === null) return { errors, warnings, unmapped };
  return { errors, warnings, unmapped, findings: await tryProtection(db, { ...ready, from, to }, budget) };
}

/**
 * Explains the state of a definition at a time without storing anything.
 * @throws AppError `not-found` without such a twin; `too-large` if too many points matter; BudgetExceeded.
 */
export async function explainDefinition(
  db: Db,
  { twinId, indicatorId, protection, time }: ProtectionQuestion,
  budget?: Budget,
): Promise<ProtectionExplanation> {
  const { errors, unmapped, ready } = await prepare(db, twinId, protection, indicatorId);
  const explained = ready === null ? [] : await explainProtectionAt(db, { ...ready, time }, budget);
  const thresholds = explained.map((threshold) => ({ ...threshold, parts: threshold.parts.map(counted) }));
  return { errors, unmapped, thresholds };
}

/** Replaces the points of a part by their number. */
function counted({ points, parts, ...part }: EnginePart): ExplainedPart {
  const used = points && { points: { length: points.length } };
  return { ...part, ...used, parts: parts.map(counted) };
}

/** Returns the compiled definition with its inputs, or what prevents its evaluation. */
async function prepare(
  db: Db,
  twinId: number,
  protection: ProtectionDefinition,
  indicatorId: number | undefined,
) {
  const twin = found(await selectTwin(db, twinId), 'Twin');
  const aliases = await selectAliasesOfTwin(db, twinId);
  const startDate = twin.start_date?.getTime() ?? null;
  const endDate = twin.out_of_service_at?.getTime() ?? null;
  const timeZone = await getTimeZone(db);
  const ofTwin = aliases.map((alias) => ({ ...alias, unit: unitOfInput(alias) }));
  const logics = protection.thresholds.map(({ logic }) => logic);
  const parameters = await listParameters(db, twinId);
  const units = await readLogicUnits(db, logics, aliases, parameters);
  const patterns = await listPatternsAndModel(db, twinId, indicatorId);
  const definition = createDefinition(protection, ofTwin, {
    startDate,
    endDate,
    timeZone,
    parameters,
    units,
  });
  const compiled = compileProtection({ ...definition, ...patterns }, undefined, modelsInUse);
  if (!compiled.ok) return { errors: [...compiled.errors], warnings: [], unmapped: [], ready: null };
  const { program } = compiled;
  const [sources] = await readSources(db, [aliases]);
  const named = program.inputs.map(({ alias }) => alias);
  const unmapped = named.filter((alias) => !sources!.has(alias));
  const refused = named.filter((alias) => sources!.get(alias)?.conversion === null);
  const errors = refused.map((alias) => protectionError(otherDimension(alias), 'unit'));
  const ready = unmapped.length + refused.length > 0 ? null : { program, sources: sources! };
  return { errors, warnings: [...compiled.warnings], unmapped, ready };
}

/**
 * Lists the names of a protection's patterns, and reads its model in service.
 * @throws AppError `not-found`, `conflict`.
 */
async function listPatternsAndModel(
  db: Db,
  twinId: number,
  indicatorId: number | undefined,
): Promise<Pick<EngineDefinition, 'patterns' | 'classifier'>> {
  if (indicatorId === undefined) return {};
  const stored = (await listDefinitionsWithModels(db, [indicatorId])).get(indicatorId);
  if (stored?.twinId !== twinId) throw new AppError('not-found', 'Protection not found.');
  if (stored.problem !== null) throw new AppError('conflict', stored.problem);
  const { patterns, classifier } = (await namePatterns(db, stored)).definition;
  return { patterns, classifier };
}
