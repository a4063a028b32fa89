import { z } from 'zod';
import { lifeCycleState } from '../assets/life-cycle.ts';
import { id, idParams, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { riskOwner } from './probability.ts';

export const consequence = z
  .object({
    id,
    ...riskOwner,
    value: z.number().int().nonnegative().describe('Cost of one failure'),
    scale: z.string(),
    description: z.string(),
    library: z.boolean().describe('Whether it was taken from a library model'),
    lifeCycleState: z.null().describe('Always null, which means that it exists'),
  })
  .meta({ id: 'Consequence' });
export type Consequence = z.infer<typeof consequence>;

const writable = {
  lifeCycleState: lifeCycleState('consequence'),
  value: z.number().nullable().default(null).describe('Cost of one failure'),
  scale: text(50).default('dollars'),
  description: text(500).default(''),
  library: z.boolean().default(false),
};

/** A consequence as a form sends it. With the state `removed` or `notdefined`, it needs no other fields. */
export const consequenceChange = z.strictObject(writable).meta({ id: 'ConsequenceChange' });
export type ConsequenceChange = z.infer<typeof consequenceChange>;

const oneOwner = {
  assetId: id.nullable().default(null),
  twinId: id.nullable().default(null),
  failureModeId: id.nullable().default(null),
};

export const newConsequence = z
  .strictObject({ ...oneOwner, ...writable })
  .refine(
    ({ assetId, twinId, failureModeId }) =>
      [assetId, twinId, failureModeId].filter((owner) => owner !== null).length === 1,
    { path: ['twinId'], message: 'Please give either an asset, a twin or a failure mode.' },
  )
  .meta({ id: 'NewConsequence' });
export type NewConsequence = z.infer<typeof newConsequence>;

const consequenceParents = ['twin', 'failure-mode', 'asset'] as const;
export type ConsequenceParent = (typeof consequenceParents)[number];

export const createConsequences = defineRoute({
  method: 'POST',
  path: '/api/consequences',
  access: 'write:twin',
  tag: 'Consequences',
  summary: 'Create the consequence of an asset, twin or failure mode, sent as a list of one',
  body: z.array(newConsequence).length(1, 'Please send exactly one consequence.'),
  example: [{ twinId: 1, value: 20_000 }],
  status: 201,
  response: z.array(consequence),
});

export const updateConsequence = defineRoute({
  method: 'PUT',
  path: '/api/consequences/:id',
  access: 'write:twin',
  tag: 'Consequences',
  summary: 'Change a consequence; in the state `removed`, it is deleted and the response is null',
  params: idParams,
  body: consequenceChange,
  response: consequence.nullable(),
});

export const deleteConsequence = defineRoute({
  method: 'DELETE',
  path: '/api/consequences/:id',
  access: 'write:twin',
  tag: 'Consequences',
  summary: 'Delete a consequence',
  params: idParams,
  status: 204,
});

export const getConsequencesOfParent = defineRoute({
  method: 'GET',
  path: '/api/consequences/parent/:id',
  access: 'apps',
  tag: 'Consequences',
  summary: 'List the consequences of a twin and its failure modes, or of one failure mode or asset',
  params: idParams,
  query: z.object({ type: z.enum(consequenceParents).default('twin') }),
  response: z.array(consequence),
});
