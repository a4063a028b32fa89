import { expect, it } from 'vitest';
import { z } from 'zod';
import { findSentBack, withoutSentBack } from './sent-back.ts';

const record = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.string().nullable(),
  inputs: z.array(z.object({ id: z.number(), alias: z.string() })),
});
const change = z
  .strictObject({ name: z.string(), inputs: z.array(z.strictObject({ id: z.number() })).default([]) })
  .refine(() => true);

it('removes from a body what only the response has, at any depth', () => {
  const fields = findSentBack(change, record)!;
  const body = { id: 1, name: 'A', owner: null, more: 2, inputs: [{ id: 3, alias: 'Flow', unknown: 4 }] };
  expect(withoutSentBack(body, fields)).toEqual({ name: 'A', more: 2, inputs: [{ id: 3, unknown: 4 }] });
  expect(withoutSentBack('text', fields)).toBe('text');
});

it('removes from a union what only the response has', () => {
  const model = z.strictObject({ id: z.number() });
  const choice = z.array(
    z.discriminatedUnion('flag', [
      z.strictObject({ flag: z.literal('UPDATE'), model }),
      z.strictObject({ flag: z.literal('DELETE'), model: z.looseObject({ id: z.number() }) }),
    ]),
  );
  const fields = findSentBack(choice, z.object({ model: record }))!;
  expect(withoutSentBack([{ flag: 'UPDATE', model: { id: 1, name: 'A', more: 2 } }], fields)).toEqual([
    { flag: 'UPDATE', model: { id: 1, more: 2 } },
  ]);
});

it('finds nothing if the call accepts everything in the response', () => {
  expect(findSentBack(z.strictObject({ name: z.string() }), z.object({ name: z.string() }))).toBe(null);
  expect(findSentBack(z.string(), record)).toBe(null);
});
