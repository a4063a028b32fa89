import { largestInteger } from '@twinward/contracts/core/primitives';
import {
  type ImprovementOption,
  type ImprovementOptionChange,
  maximumOptions,
  type NewImprovementOption,
  type OptionEffect,
} from '@twinward/contracts/risk/improvement';
import { durationToDays } from '@twinward/domain/duration';
import { countCombinations, mostCombinations } from '@twinward/domain/risk/option-sets';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { referred, refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { fitFor } from '../life-data/service.ts';
import { getEntry, lockAnalysis, publishAnalysis, recalculate } from '../risk-analysis/service.ts';
import { listOffers } from './improvements.ts';
import {
  deleteOptionRow,
  insertOption,
  isFailureModeOfAsset,
  type OptionRow,
  selectOptions,
  updateOptionRow,
} from './store.ts';

/** An asset of an analysis. */
interface Subject {
  analysisId: number;
  assetId: number;
}

/**
 * Returns the options of an asset in an analysis, including those of its failure modes.
 * @throws AppError `not-found`.
 */
export async function listOptions(db: Db, { analysisId, assetId }: Subject): Promise<ImprovementOption[]> {
  await getEntry(db, analysisId, assetId);
  const rows = await selectOptions(db, analysisId, assetId);
  const offers = await listOffers(db, analysisId, { assetId });
  return rows.map((row) => {
    const offer = offers.find(({ optionId }) => optionId === row.id);
    return { ...toOption(row), gain: offer?.gain ?? 0, noEffect: offer?.noEffect ?? null };
  });
}

/**
 * Creates an improvement option.
 * @throws AppError `not-found`; `conflict` if the name is in use or there are too many options; `invalid-request` for a
 *   failure mode of another twin, a life out of bounds, and life data without a fit.
 */
export async function createOption(
  actor: Doer,
  subject: Subject,
  option: NewImprovementOption,
): Promise<ImprovementOption> {
  await getEntry(actor.tenant.db, subject.analysisId, subject.assetId);
  const effect = await effectColumns(actor.tenant.db, option.effect);
  return withTransaction(actor.tenant.db, async (db) => {
    const { analysisId, assetId } = subject;
    await lockAnalysis(db, analysisId);
    await assertFailureMode(db, assetId, option.failureModeId);
    const others = await selectOptions(db, analysisId, assetId);
    assertFew([...others.map((row) => row.failure_mode_id), option.failureModeId]);
    const row = { risk_analysis_id: analysisId, asset_id: assetId, ...ownColumns(option), ...effect };
    const id = await orNameTaken(insertOption(db, row), nameTaken(option.name));
    return saved(db, actor, subject, id, null);
  });
}

/** Updates an option at the given version. @throws AppError as `createOption`; `conflict` at another version. */
export async function updateOption(
  actor: Doer,
  subject: Subject,
  id: number,
  { version, ...option }: ImprovementOptionChange,
): Promise<ImprovementOption> {
  await getEntry(actor.tenant.db, subject.analysisId, subject.assetId);
  const effect = await effectColumns(actor.tenant.db, option.effect);
  return withTransaction(actor.tenant.db, async (db) => {
    const { analysisId, assetId } = subject;
    await lockAnalysis(db, analysisId);
    const before = await getOption(db, subject, id);
    if (before.version !== version) throw outdated(`The option ${before.name}`, version, before);
    await assertFailureMode(db, assetId, option.failureModeId);
    const others = (await selectOptions(db, analysisId, assetId)).filter((row) => row.id !== id);
    assertFew([...others.map((row) => row.failure_mode_id), option.failureModeId]);
    const fields = { ...ownColumns(option), ...(isSameLife(before, option) ? {} : effect) };
    await orNameTaken(updateOptionRow(db, id, fields), nameTaken(option.name));
    return saved(db, actor, subject, id, before);
  });
}

/** @throws AppError `not-found`. */
export function deleteOption(actor: Doer, subject: Subject, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, subject.analysisId);
    const before = await getOption(db, subject, id);
    await deleteOptionRow(db, id);
    await recalculateAndPublish(db, subject);
    await audit.deleted(db, actor, before);
  });
}

async function getOption(db: Db, subject: Subject, id: number): Promise<ImprovementOption> {
  const option = (await listOptions(db, subject)).find((one) => one.id === id);
  return found(option ?? null, 'Option');
}

async function saved(
  db: Db,
  actor: Doer,
  subject: Subject,
  id: number,
  before: ImprovementOption | null,
): Promise<ImprovementOption> {
  await recalculateAndPublish(db, subject);
  const now = await getOption(db, subject, id);
  await audit.saved(db, actor, before, now);
  return now;
}

async function recalculateAndPublish(db: Db, { analysisId, assetId }: Subject): Promise<void> {
  await recalculate(db, analysisId, [assetId]);
  await publishAnalysis(db, analysisId);
}

const audit = new EntityAudit('improvement-option', (option: ImprovementOption) => {
  const { id, name, assetId, failureMode, cost, effect } = option;
  return { id, name, facts: { assetId, failureMode, name, cost, effect } };
});

/** Returns whether a change keeps the life, so that the fit it came from still applies. */
function isSameLife({ effect: before }: ImprovementOption, { effect }: NewImprovementOption): boolean {
  return (
    before.type === 'life' &&
    effect.type === 'life' &&
    before.shape === effect.shape &&
    before.characteristicLife === effect.characteristicLife
  );
}

const nameTaken = (name: string) => `There is an option '${name}' already. Please choose another name.`;

async function assertFailureMode(db: Db, assetId: number, failureModeId: number | null): Promise<void> {
  if (failureModeId === null) return;
  referred((await isFailureModeOfAsset(db, assetId, failureModeId)) || null, 'failureModeId', failureModeId);
}

function assertFew(failureModeIds: readonly (number | null)[]): void {
  if (failureModeIds.length > maximumOptions) {
    throw new AppError('conflict', `An asset may have ${maximumOptions} options.`);
  }
  const ofModes = failureModeIds.flatMap((failureModeId) =>
    failureModeId === null ? [] : [{ failureModeId }],
  );
  if (countCombinations(ofModes) > mostCombinations) {
    throw new AppError('conflict', 'The options of the failure modes combine in too many ways.');
  }
}

const ownColumns = ({ failureModeId, name, cost }: NewImprovementOption) => ({
  failure_mode_id: failureModeId,
  name,
  cost,
});

async function effectColumns(db: Db, effect: NewImprovementOption['effect']) {
  switch (effect.type) {
    case 'probability':
      return {
        effect: effect.type,
        percent: effect.percent,
        shape: null,
        scale: null,
        fit: null,
      };
    case 'life': {
      const { shape, characteristicLife: scale } = effect;
      const days = durationToDays(scale);
      if (days <= 0 || days > largestInteger) {
        const message = `Please enter a length of time between 0 and ${largestInteger} days.`;
        refuseProblems([{ path: 'effect.characteristicLife', message }]);
      }
      return { effect: effect.type, shape, scale, percent: null, fit: null };
    }
    case 'fit': {
      const { parameters, basis } = await fitFor(db, effect.request);
      const { shape, scale } = parameters;
      return { effect: 'life' as const, shape, scale, percent: null, fit: JSON.stringify(basis) };
    }
  }
}

function toOption(row: OptionRow): Omit<ImprovementOption, 'gain' | 'noEffect'> {
  return {
    id: row.id,
    assetId: row.asset_id,
    failureModeId: row.failure_mode_id,
    failureMode: row.failure_mode,
    name: row.name,
    cost: row.cost,
    effect: toEffect(row),
    fit: row.fit,
    version: row.version,
  };
}

function toEffect({ effect, shape, scale, percent }: OptionRow): OptionEffect {
  return effect === 'probability'
    ? { type: 'probability', percent: percent! }
    : { type: 'life', shape, characteristicLife: scale! };
}
