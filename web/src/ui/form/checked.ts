import { firstBroken, type Rule } from '@twinward/domain/rules/rule';

/** Validation options of a field for `register`. Reports the message of the first rule that fails. */
export const checked = <T>(rules: readonly Rule<T>[] = []): { validate: (value: T) => string | true } => ({
  validate: (value) => firstBroken(value, rules) ?? true,
});
