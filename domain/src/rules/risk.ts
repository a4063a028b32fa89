import { durationToDays } from '../duration.ts';
import { integer, numberBetween, numeric, positive, required } from './field-rules.ts';
import { type FieldRules, type Rule, unlessEmpty } from './rule.ts';

const largest = 2_147_483_647;

type Typed = number | string | null | undefined;

/** The cost of a failure, where one is assigned. */
export const consequenceRules: FieldRules<{ value: Typed }> = {
  value: [required, integer, positive, numberBetween(0, largest)],
};

/** A Weibull distribution of lives; the scale counts in the unit that it was entered in. */
export const weibullRules: FieldRules<{ shape: Typed; scale: Typed }> = {
  shape: [required, numeric, positive],
  scale: [required, numeric, positive, numberBetween(0, largest)],
};

/** The percentage of a probability without a distribution. */
export const percentRules: FieldRules<{ value: Typed }> = {
  value: [required, integer, numberBetween(0, 100)],
};

export const percentNeedsMission = 'Probability % needs a start date and mission time';

const longestMission = 36_500;

/** An ISO 8601 length of time from 1 day to 36,500. */
export const missionTime: Rule<string | null | undefined> = unlessEmpty((duration) => {
  const days = durationToDays(duration);
  return days >= 1 && days <= longestMission
    ? null
    : 'Mission time must be a value between 1 day and 100 years';
});
