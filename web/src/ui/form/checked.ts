import { firstBroken, type Rule } from '@twinward/domain/rules/rule';

/** Validation of a field for `register`: the message of the first rule that fails. */
export const checked = <T>(rules: readonly Rule<T>[] = []): { validate: (value: T) => string | true } => ({
  validate: (value) => firstBroken(value, rules) ?? true,
});
