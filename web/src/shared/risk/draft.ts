import {
  type Consequence,
  type ConsequenceChange,
  consequenceChange,
} from '@twinward/contracts/twins/consequence';
import type {
  FailureDistributionParameters,
  Probability,
  ProbabilityChange,
} from '@twinward/contracts/twins/probability';
import { durationToDays } from '@twinward/domain/duration';
import { stateInForm } from '@twinward/domain/risk/life-cycle';
import { type Mission, missionProbability } from '@twinward/domain/risk/probability';
import {
  consequenceRules,
  percentNeedsMission,
  percentRules,
  weibullRules,
} from '@twinward/domain/rules/risk';
import { firstBroken } from '@twinward/domain/rules/rule';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { isSame } from '../../ui/dialogs/merge.ts';

/** A probability being edited. Without a distribution, either its percentage or its scale is set. */
export interface ProbabilityDraft {
  distribution: 'none' | 'weibull';
  /** Percent as typed; null while it is derived from the scale. */
  percent: number | null;
  /** The function that the chart shows. */
  type: 'cdf' | 'pdf';
  shape: number | null;
  /** Characteristic life of a Weibull distribution, else mean time between failures; ISO 8601 duration. */
  scale: string | null;
}

export interface ConsequenceDraft {
  value: number | null;
  description: string;
}

/** Probability and consequence of a twin, failure mode or asset being edited; null means not assigned. */
export interface RiskDraft {
  probability: ProbabilityDraft | null;
  consequence: ConsequenceDraft | null;
}

export interface RiskRecord {
  probability: Pick<Probability, 'failureDistributionParameters'> | null;
  consequence: (Pick<Consequence, 'value' | 'description'> & Partial<Pick<Consequence, 'scale'>>) | null;
}

export const newProbability: ProbabilityDraft = {
  distribution: 'none',
  percent: null,
  type: 'cdf',
  shape: null,
  scale: null,
};
export const newConsequence: ConsequenceDraft = { value: null, description: '' };

export function toRiskDraft({ probability, consequence }: RiskRecord): RiskDraft {
  return {
    probability: probability && toProbabilityDraft(probability.failureDistributionParameters),
    consequence: consequence && { value: consequence.value, description: consequence.description },
  };
}

function toProbabilityDraft(parameters: FailureDistributionParameters): ProbabilityDraft {
  if (parameters.distribution === 'none') return { ...newProbability, scale: parameters.scale };
  const { type, shape, scale } = parameters;
  return { distribution: 'weibull', percent: null, type, shape, scale };
}

/** The parameters of a draft; null while incomplete. */
export function toParameters(draft: ProbabilityDraft | null): FailureDistributionParameters | null {
  if (draft === null) return null;
  const { distribution, type, shape, scale } = draft;
  if (distribution === 'none') return { distribution, type: 'none', scale };
  if (shape === null || scale === null || !(shape >= 0)) return null;
  return { distribution, type, shape, scale };
}

/** The percentage of a draft, calculated as on the server. Null if the draft or its mission is incomplete. */
export function calculatePercent(draft: ProbabilityDraft | null, mission: Mission): number | null {
  if (draft === null) return null;
  if (draft.distribution === 'none' && draft.scale === null) {
    return firstBroken(draft.percent, percentRules.value!) === null ? draft.percent : null;
  }
  const parameters = toParameters(draft);
  return parameters && missionProbability(parameters, mission);
}

/** The text instead of a percentage: the probability is not set, or the mission is missing. */
export function missingPercent(probability: ProbabilityDraft | null, mission: Mission): string {
  if (probability === null) return 'Not set';
  const { startDate, missionTime } = mission;
  if (startDate !== null && missionTime !== null) return 'Not set';
  const needs = [startDate === null ? 'start date' : '', missionTime === null ? 'mission time' : ''];
  return `Needs ${needs.filter(Boolean).join(' and ')}`;
}

/** The text instead of a risk: the consequence or the percentage is missing. */
export const missingRisk = ({ probability, consequence }: RiskDraft, mission: Mission): string =>
  consequence === null ? 'Not set' : missingPercent(probability, mission);

export const hasMission = ({ startDate, missionTime }: Mission): boolean =>
  startDate !== null && missionTime !== null;

export interface RiskProblems {
  percent?: string;
  shape?: string;
  scale?: string;
  value?: string;
  description?: string;
}

const consequenceDescription = schemaRule(consequenceChange.shape.description);

/** The validation errors of a draft, by field. */
export function findProblems({ probability, consequence }: RiskDraft, mission: Mission): RiskProblems {
  const found: Record<keyof RiskProblems, string | null> = {
    percent: null,
    shape: null,
    scale: null,
    value: consequence && firstBroken(consequence.value, consequenceRules.value!),
    description: consequence && consequenceDescription(consequence.description),
  };
  if (probability?.distribution === 'weibull') {
    found.shape = firstBroken(probability.shape, weibullRules.shape!);
    const days = probability.scale === null ? null : durationToDays(probability.scale);
    found.scale = firstBroken(days, weibullRules.scale!);
  } else if (probability && probability.scale === null) {
    found.percent = hasMission(mission)
      ? firstBroken(probability.percent, percentRules.value!)
      : percentNeedsMission;
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null));
}

export const isRiskChanged = (draft: RiskDraft, record: RiskRecord): boolean =>
  !isSame(draft, toRiskDraft(record));

/** The changes of probability and consequence to save; unchanged ones are omitted. */
export function toRiskChange(
  draft: RiskDraft,
  record: RiskRecord,
): { probability: ProbabilityChange | null; consequence: ConsequenceChange | null } {
  const saved = toRiskDraft(record);
  return {
    probability: isSame(draft.probability, saved.probability) ? null : toProbabilityChange(draft, record),
    consequence: isSame(draft.consequence, saved.consequence) ? null : toConsequenceChange(draft, record),
  };
}

function toProbabilityChange(
  { probability: draft }: RiskDraft,
  { probability: saved }: RiskRecord,
): ProbabilityChange {
  const lifeCycleState = stateInForm(saved !== null, draft !== null);
  const parameters = toParameters(draft);
  return {
    lifeCycleState,
    value: draft?.distribution === 'none' ? draft.percent : null,
    library: false,
    ...(parameters === null
      ? {}
      : { failureDistributionParameters: parameters, dirtyFlags: ['failureDistributionParameters'] }),
  };
}

function toConsequenceChange(
  { consequence: draft }: RiskDraft,
  { consequence: saved }: RiskRecord,
): ConsequenceChange {
  return {
    lifeCycleState: stateInForm(saved !== null, draft !== null),
    value: draft?.value ?? null,
    scale: saved?.scale ?? 'dollars',
    description: draft?.description ?? '',
    library: false,
  };
}
