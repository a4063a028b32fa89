import { routes } from '@twinward/contracts/core/routes';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueMessage } from './issue-messages.ts';

test.each([
  [z.object({ name: z.string() }), {}, 'Required.'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'Required.'],
  [z.object({ name: z.string().max(3) }), { name: 'abcde' }, '2 characters over maximum length of 3.'],
  [z.object({ name: z.string().min(3) }), { name: 'a' }, '2 characters under minimal length of 3.'],
  [z.number().max(9), 10, 'Please enter a number less than or equal to 9.'],
  [z.int().min(1), 0, 'Please enter a number greater than or equal to 1.'],
  [z.number().positive(), 0, 'Please enter a number greater than 0.'],
  [z.array(z.number()).max(1000), Array(1001).fill(1), 'Please give at most 1,000.'],
  [z.array(z.number()).min(1), [], 'Please give at least 1.'],
  [z.string().max(3, 'Own words.'), 'abcd', 'Own words.'],
  [z.string(), 3, 'Please give a text.'],
  [z.number(), 'three', 'Please enter a number.'],
  [z.int(), 1.5, 'Please enter an integer.'],
  [z.number().int(), 1.5, 'Please enter an integer.'],
  [z.boolean(), 1, 'Please give true or false.'],
  [z.array(z.string()), {}, 'Please give a list.'],
  [z.object({}), [], 'Please give an object.'],
  [z.enum(['ymd', 'dmy']), 'x', 'Please give one of ymd, dmy.'],
  [z.literal('indicator'), 'x', 'Please give indicator.'],
  [z.strictObject({}), { more: 1 }, 'There is no field more.'],
  [z.strictObject({}), { more: 1, less: 2 }, 'There are no fields more, less.'],
  [z.iso.datetime(), 'x', 'Please give a time as ISO 8601 with a zone, as in 2014-02-07T14:55:00Z.'],
  [z.uuid(), 'x', 'Please give a UUID.'],
  [z.record(z.string().max(1), z.number()), { ab: 1 }, '1 characters over maximum length of 1.'],
  [
    z.union([z.string(), z.number()]),
    true,
    'Please give one of the forms that the documentation of the call names.',
  ],
])('describes the valid values, case %#', (schema, value, message) => {
  const result = schema.safeParse(value, { error: issueMessage });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

const values = [undefined, '', 'x', -1, 1.5, [], { unknown: 1 }];

const seen = new Set<z.ZodType>();

/** Yields values that a schema rejects, and others, down to its innermost fields; for each schema once. */
function* tried(schema: z.ZodType): Generator<unknown> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield* values;
  if (schema instanceof z.ZodObject) {
    const fixed = Object.fromEntries(
      Object.entries(schema.shape).flatMap(([name, field]) =>
        field instanceof z.ZodLiteral ? [[name, field.value]] : [],
      ),
    );
    for (const [name, field] of Object.entries(schema.shape)) {
      for (const value of tried(field as z.ZodType)) yield { ...fixed, [name]: value };
    }
  } else if (schema instanceof z.ZodArray) {
    for (const value of tried(schema.element as z.ZodType)) yield [value];
  } else if (schema instanceof z.ZodRecord) {
    for (const value of tried(schema.valueType as z.ZodType)) yield { name: value };
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) yield* tried(option as z.ZodType);
  } else if (schema instanceof z.ZodPipe) {
    yield* tried(schema.in as z.ZodType);
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    yield* tried(schema.unwrap() as z.ZodType);
  }
}

test('no call is rejected with a message of the validator', () => {
  const found = new Set<string>();
  const schemas = new Set(routes.flatMap(({ params, query, body }) => [params, query, body]));
  let count = 0;
  for (const schema of schemas) {
    if (!(schema instanceof z.ZodType)) continue;
    for (const value of tried(schema)) {
      for (const issue of schema.safeParse(value, { error: issueMessage }).error?.issues ?? []) {
        count += 1;
        if (/^(Invalid|Too|Unrecognized) /.test(issue.message))
          found.add(`${issue.path.join('.')}: ${issue.message}`);
      }
    }
  }
  expect(count).toBeGreaterThan(routes.length);
  expect([...found]).toEqual([]);
});
