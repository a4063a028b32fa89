import { z } from 'zod';
import { lifeCycleState } from '../assets/life-cycle.ts';
import { id, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { riskOwner } from './probability.ts';

const defineRoute = routeGroup('Consequences');

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

export const createConsequences = defineRoute('POST /api/consequences', {
  access: 'write:twin',
  summary: 'Create the consequence of an asset, twin or failure mode, sent as a list of one',
  body: z.array(newConsequence).length(1, 'Please send exactly one consequence.'),
  example: [{ twinId: 1, value: 20_000 }],
  status: 201,
  response: z.array(consequence),
});

export const updateConsequence = defineRoute('PUT /api/consequences/:id', {
  access: 'write:twin',
  summary: 'Change a consequence; in the state `removed`, it is deleted and the response is null',
  body: consequenceChange,
  response: consequence.nullable(),
});

export const deleteConsequence = defineRoute('DELETE /api/consequences/:id', {
  access: 'write:twin',
  summary: 'Delete a consequence',
});

export const getConsequencesOfParent = defineRoute('GET /api/consequences/parent/:id', {
  access: 'apps',
  summary: 'List the consequences of a twin and its failure modes, or of one failure mode or asset',
  query: z.object({ type: z.enum(consequenceParents).default('twin') }),
  response: z.array(consequence),
});
