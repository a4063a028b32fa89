import type { z } from 'zod';
import { parseNumber } from './field-rules.ts';
import { isEmpty, type Rule } from './rule.ts';

/**
 * The rule of a contract's schema: the message of its first issue, the same as in the server's answer. An empty value
 * is valid if the schema allows null or an empty text. Numbers may be texts, as typed.
 */
export function schemaRule(schema: z.ZodType): Rule {
  const allowsEmpty = [null, ''].some((empty) => schema.safeParse(empty).success);
  const toInput = isNumber(schema) ? (value: unknown) => parseNumber(value as number | string) : null;
  return (value) => {
    if (isEmpty(value)) return allowsEmpty ? null : 'Required.';
    return schema.safeParse(toInput ? toInput(value) : value).error?.issues[0]?.message ?? null;
  };
}

/** The rules of some fields of a form, by the schemas of its request. */
export function schemaRules<Field extends string>(
  shape: { readonly [F in Field]: z.ZodType },
  fields: readonly Field[],
): { readonly [F in Field]: readonly [Rule] } {
  return Object.fromEntries(fields.map((field) => [field, [schemaRule(shape[field])]])) as never;
}

function isNumber(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod as { def: { type: string; innerType?: z.core.$ZodType } };
  return def.innerType ? isNumber(def.innerType) : def.type === 'number';
}
