import type { ModelDefinition, ModelFailureMode } from '@twinward/contracts/library/definition';
import { daysToDuration, durationToDays } from '@twinward/domain/duration';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import { missionProbability } from '@twinward/domain/risk/probability';
import { calculateRisk } from '@twinward/domain/risk/risk';
import {
  type ConsequenceDraft,
  type ProbabilityDraft,
  type RiskDraft,
  toParameters,
} from '../../../shared/risk/draft.ts';
import type { ListedFailureMode } from '../../../shared/risk/failure-mode-table.tsx';
import type { ShownMission } from '../../../shared/risk/why-probability.tsx';
import { listProtectionIds } from './definition.ts';

type ModelProbability = ModelDefinition['probability'];
type ModelConsequence = ModelDefinition['consequence'];

/** A mission with the length set in a model. Any start will do, since a probability depends only on the length. */
export const toMission = ({ missionTime }: Pick<ModelDefinition, 'missionTime'>): ShownMission => ({
  startDate: '2000-01-01T00:00:00.000Z',
  missionTime,
  isOfModel: true,
});

/** Converts a probability for storage: a percentage within the mission time becomes a mean time between failures. */
export function toModelProbability(
  draft: ProbabilityDraft | null,
  missionTime: string | null,
  source: string,
): ModelProbability {
  const parameters = toParameters(draft);
  if (draft === null || parameters === null) return null;
  if (parameters.distribution === 'none' && parameters.scale === null) {
    if (draft.percent === null || missionTime === null) return null;
    const scale = daysToDuration(meanTimeBetweenFailures(draft.percent, durationToDays(missionTime)));
    return { failureDistributionParameters: { ...parameters, scale }, source };
  }
  return { failureDistributionParameters: parameters, source };
}

export const toModelConsequence = (draft: ConsequenceDraft | null): ModelConsequence =>
  draft === null || draft.value === null ? null : { value: draft.value, description: draft.description };

/** The source of a probability; empty without one. */
export const probabilitySource = ({ probability }: { probability: ModelProbability }): string =>
  probability?.source ?? '';

/** The failure modes of a model with their figures, highest risk first. */
export function listFailureModes(definition: ModelDefinition): (ListedFailureMode & ModelFailureMode)[] {
  const mission = toMission(definition);
  return definition.failureModes
    .map((mode) => {
      const value =
        mode.probability && missionProbability(mode.probability.failureDistributionParameters, mission);
      return {
        ...mode,
        probability: mode.probability && { ...mode.probability, value },
        risk: calculateRisk(value, mode.consequence?.value ?? null),
        protectionIds: listProtectionIds(definition, mode.id),
      };
    })
    .toSorted((one, other) => (other.risk ?? -1) - (one.risk ?? -1));
}

/** The risk fields of a definition being edited. */
export type ModelRiskDraft = RiskDraft & { missionTime: string | null; source: string };
