import type {
  FailureDistributionParameters,
  Probability,
  ProbabilityChange,
} from '@twinward/contracts/twins/probability';
import { daysToDuration, durationToDays } from '@twinward/domain/duration';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import { isAssigned } from '@twinward/domain/risk/life-cycle';
import { type Mission, missionProbability } from '@twinward/domain/risk/probability';
import { percentNeedsMission, percentRules, weibullRules } from '@twinward/domain/rules/risk';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { emitRiskInputs, type Owner } from './owner.ts';
import {
  deleteProbability,
  type ProbabilityRow,
  selectProbabilitiesOfMission,
  selectProbability,
  updateProbability,
  upsertProbability,
} from './probability-store.ts';

export function toProbability(row: ProbabilityRow): Probability {
  return {
    ...fromRow(row),
    lifeCycleState: null,
  };
}

/** Returns the probability of an asset, twin or failure mode; null if not assigned. */
export async function getProbability(db: Db, owner: Owner): Promise<Probability | null> {
  const row = await selectProbability(db, owner);
  return row && toProbability(row);
}

/**
 * Saves or deletes a probability, depending on the life-cycle state in the change. Its value is calculated for the
 * mission; a percentage without a distribution is stored as the equivalent mean time between failures.
 * @throws AppError `invalid-request` naming the invalid fields under `probability`.
 */
export async function saveProbability(
  db: Db,
  owner: Owner,
  mission: Mission,
  change: ProbabilityChange,
): Promise<void> {
  if (!isAssigned('probability', change.lifeCycleState)) {
    if (change.lifeCycleState === 'removed') {
      await deleteProbability(db, owner);
      await emitRiskInputs(db, owner);
    }
    return;
  }
  const before = await selectProbability(db, owner);
  const parameters = resolveParameters(
    change,
    before && { parameters: before.failure_distribution_parameters, value: before.value },
    mission,
    'probability.',
  );
  await upsertProbability(db, owner, {
    value: missionProbability(parameters, mission),
    failure_distribution: parameters.distribution,
    failure_distribution_parameters: parameters,
    library: change.library,
  });
  await emitRiskInputs(db, owner);
}

/** A stored probability, as clients read it. */
export interface ReadProbability {
  parameters: FailureDistributionParameters;
  /** Percent, rounded as in responses. */
  value: number | null;
}

/**
 * Returns the parameters after a change. A percentage is converted to the equivalent mean time between failures over
 * the mission.
 * @param path prefix of the paths in errors, such as `probability.`
 * @throws AppError `invalid-request` naming the invalid fields.
 */
export function resolveParameters(
  change: ProbabilityChange,
  before: ReadProbability | null,
  mission: Mission,
  path: string,
): FailureDistributionParameters {
  if (before && change.dirtyFlags?.length === 0) return before.parameters;
  const wanted = wantedParameters(change, before, path);
  const value = isSentBack(change, wanted, before) ? null : change.value;
  refuseProblems(findProblems(wanted, value, mission, path));
  return withScale(wanted, value, mission);
}

/**
 * Returns the parameters of the change, or else the current ones.
 * @throws AppError `invalid-request` if they belong to another distribution than the given one.
 */
function wantedParameters(
  { failureDistribution: distribution, failureDistributionParameters: given }: ProbabilityChange,
  before: ReadProbability | null,
  path: string,
): FailureDistributionParameters {
  const kept =
    distribution === 'none' && before?.parameters.distribution !== 'none' ? null : before?.parameters;
  const wanted = given ?? kept ?? withoutDistribution;
  if (distribution !== undefined && distribution !== wanted.distribution) {
    const message = `The parameters are those of the distribution ${wanted.distribution}.`;
    refuseProblems([{ path: `${path}failureDistribution`, message }]);
  }
  return wanted;
}

/**
 * Whether the percentage was sent back as it was read, beside a scale. The scale is used then, since it is more
 * precise.
 */
const isSentBack = (
  { value }: ProbabilityChange,
  wanted: FailureDistributionParameters,
  before: ReadProbability | null,
): boolean =>
  wanted.distribution === 'none' &&
  wanted.scale !== null &&
  before?.parameters.distribution === 'none' &&
  value === before.value;

/** Recalculates the probabilities of a twin and of its failure modes for a new mission. */
export async function recalculateProbabilities(db: Db, twinId: number, mission: Mission): Promise<void> {
  for (const row of await selectProbabilitiesOfMission(db, twinId)) {
    const value = missionProbability(row.failure_distribution_parameters, mission);
    if (value !== row.value) await updateProbability(db, row.id, { value });
  }
  await emitRiskInputs(db, { column: 'twin_id', id: twinId });
}

const withoutDistribution = { distribution: 'none', type: 'none', scale: null } as const;

/** Converts a percentage to the equivalent mean time between failures over the mission. */
function withScale(
  parameters: FailureDistributionParameters,
  value: number | null,
  { missionTime }: Mission,
): FailureDistributionParameters {
  if (parameters.distribution === 'weibull' || value === null || missionTime === null) return parameters;
  return {
    ...parameters,
    scale: daysToDuration(meanTimeBetweenFailures(value, durationToDays(missionTime))),
  };
}

function findProblems(
  parameters: FailureDistributionParameters,
  value: number | null,
  { startDate, missionTime }: Mission,
  path: string,
): Problem[] {
  const at = (problems: Problem[], below: string) =>
    problems.map((problem) => ({ ...problem, path: path + below + problem.path }));
  if (parameters.distribution === 'weibull') {
    const { shape, scale } = parameters;
    return at(
      brokenFields({ shape, scale: durationToDays(scale) }, weibullRules),
      'failureDistributionParameters.',
    );
  }
  if (value === null && parameters.scale !== null) return [];
  const broken = at(brokenFields({ value }, percentRules), '');
  if (broken.length > 0 || (startDate !== null && missionTime !== null)) return broken;
  return [{ path: `${path}value`, message: percentNeedsMission }];
}
