import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaProblems } from './schema-problems.ts';

const schema = z.object({ cost: z.number().min(1, 'Too low.'), range: z.object({ low: z.number() }) });

it('reports the first problem of each field, and missing values as required', () => {
  const problems = (cost: number | null, low: number | null) =>
    schemaProblems(schema, { cost, range: { low } }, { cost, low });
  expect(problems(1, 0)).toEqual({});
  expect(problems(0, null)).toEqual({ cost: 'Too low.', low: 'Required.' });
});
