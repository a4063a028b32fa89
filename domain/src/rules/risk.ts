import { integerBetween, largestInteger, wholeDollars } from '@twinward/contracts/core/primitives';
import { durationToDays } from '../duration.ts';
import { numberBetween, numeric, positive, required } from './field-rules.ts';
import { type FieldRules, type Rule, unlessEmpty } from './rule.ts';
import { schemaRule } from './schema-rules.ts';

type Typed = number | string | null | undefined;

/** The cost of a failure, if assigned. */
export const consequenceRules: FieldRules<{ value: Typed }> = {
  value: [schemaRule(wholeDollars)],
};

/** A Weibull distribution of lives; the scale is in the unit of its entry. */
export const weibullRules: FieldRules<{ shape: Typed; scale: Typed }> = {
  shape: [required, numeric, positive],
  scale: [required, numeric, positive, numberBetween(0, largestInteger)],
};

/** The percentage of a probability without a distribution. */
export const percentRules: FieldRules<{ value: Typed }> = {
  value: [schemaRule(integerBetween(0, 100))],
};

export const percentNeedsMission = 'Probability % needs a start date and mission time';

const longestMission = 36_500;

/** An ISO 8601 duration from 1 day to 36,500 days. */
export const missionTime: Rule<string | null | undefined> = unlessEmpty((duration) => {
  const days = durationToDays(duration);
  return days >= 1 && days <= longestMission
    ? null
    : 'Mission time must be a value between 1 day and 100 years';
});
