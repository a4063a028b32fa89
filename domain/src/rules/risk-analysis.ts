import { riskAnalysisChange } from '@twinward/contracts/risk/risk-analysis';
import { durationToDays } from '../duration.ts';
import type { MissionDates } from '../risk/mission.ts';
import { dateTime } from './field-rules.ts';
import { missionTime } from './risk.ts';
import { firstBroken } from './rule.ts';
import { schemaRules } from './schema-rules.ts';

/** The rules of an analysis, except its dates. */
export const riskAnalysisRules = schemaRules(riskAnalysisChange.shape, [
  'name',
  'description',
  'probabilityThreshold',
]);

const endsBeforeStart = 'Please choose a date after the start date.';
export const endIsPast = 'The analysis end date is in the past.';
export const unsavedMission =
  'There are unsaved changes to the mission parameters that need to be saved before edits can be made to the asset.';

/** The errors in the dates of an analysis, by field. */
export function missionDateProblems({ startDate, missionTime: length, endDate }: MissionDates) {
  const problems: Partial<Record<keyof MissionDates, string>> = {};
  const addProblem = (field: keyof MissionDates, message: string | null) => {
    if (message !== null) problems[field] = message;
  };
  addProblem('startDate', firstBroken(startDate, [dateTime]));
  addProblem('endDate', firstBroken(endDate, [dateTime]));
  const areDates = problems.startDate === undefined && problems.endDate === undefined;
  if (areDates && startDate !== null && endDate !== null && Date.parse(endDate) <= Date.parse(startDate)) {
    addProblem('endDate', endsBeforeStart);
    if (length !== null && durationToDays(length) === 0) addProblem('missionTime', missionTime(length));
  } else {
    addProblem('missionTime', missionTime(length));
  }
  return problems;
}
