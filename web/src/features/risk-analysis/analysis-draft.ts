import type { RiskAnalysis, RiskAnalysisFlag } from '@twinward/contracts/risk/risk-analysis';
import { isSameDate } from '@twinward/domain/risk/analysis';
import { linkMission, type MissionDates, missionEnd, newMission } from '@twinward/domain/risk/mission';
import { endIsPast, missionDateProblems, riskAnalysisRules } from '@twinward/domain/rules/risk-analysis';
import { fieldMessages } from '@twinward/domain/rules/rule';
import type { RecordValues } from '../../shared/record/record-values.ts';

/** An analysis being edited. */
export interface AnalysisDraft extends MissionDates {
  name: string;
  description: string;
  /** Percent as typed. */
  probabilityThreshold: number | null;
  /** Values of further fields, by name. */
  fields: RecordValues;
}

export const toDraft = (analysis: RiskAnalysis): AnalysisDraft => ({
  name: analysis.name,
  description: analysis.description,
  startDate: analysis.startDate,
  missionTime: analysis.missionTime,
  endDate: analysis.endDate,
  probabilityThreshold: analysis.probabilityThreshold,
  fields: analysis.fields,
});

/** A new analysis starts now and ends in a year. */
export function newDraft(now: number): AnalysisDraft {
  const mission = newMission(now);
  return {
    name: '',
    description: '',
    ...mission,
    endDate: missionEnd(mission.startDate, mission.missionTime),
    probabilityThreshold: 50,
    fields: {},
  };
}

const isTime = (value: string | null): boolean => value === null || !Number.isNaN(Date.parse(value));

/** Recalculates the linked dates after one of them changed. */
export function changeDate(
  draft: AnalysisDraft,
  field: keyof MissionDates,
  value: string | null,
): AnalysisDraft {
  const { startDate, missionTime, endDate } = draft;
  const areTimes = isTime(startDate) && isTime(endDate) && (field === 'missionTime' || isTime(value));
  if (!areTimes) return { ...draft, [field]: value };
  return { ...draft, ...linkMission({ startDate, missionTime, endDate }, field, value) };
}

export type AnalysisProblems = Partial<Record<keyof AnalysisDraft, string>>;

/** The validation errors of a draft, by field. */
export function findProblems(draft: AnalysisDraft): AnalysisProblems {
  return {
    ...fieldMessages(draft, riskAnalysisRules),
    ...missionDateProblems(draft),
  };
}

/** A hint below an end date in the past. */
export function endHint({ endDate }: MissionDates, now: number): string | undefined {
  return endDate !== null && Date.parse(endDate) < now ? endIsPast : undefined;
}

/** Which dates differ from the saved ones. */
export function dateFlags(saved: MissionDates, draft: MissionDates): RiskAnalysisFlag[] {
  const flags: RiskAnalysisFlag[] = [];
  if (!isSameDate(saved.startDate, draft.startDate)) flags.push('start_date');
  if (saved.missionTime !== draft.missionTime) flags.push('mission_time');
  if (!isSameDate(saved.endDate, draft.endDate)) flags.push('end_date');
  return flags;
}
