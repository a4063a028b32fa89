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
])('%# says what would be right', (schema, value, message) => {
  const result = schema.safeParse(value, { error: issueMessage });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
