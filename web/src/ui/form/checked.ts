import { firstBroken, type Rule } from '@twinward/domain/rules/rule';

/** What a form's field asks of its value, for `register`: the first rule that it breaks is its message. */
export const checked = <T>(rules: readonly Rule<T>[] = []): { validate: (value: T) => string | true } => ({
  validate: (value) => firstBroken(value, rules) ?? true,
});
