import { z } from 'zod';
import { failureCause, failureMechanism } from '../assets/failure-code.ts';
import { createPaging } from '../core/list.ts';
import { id, isoDuration, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields } from '../records/field.ts';
import { consequence, consequenceChange } from './consequence.ts';
import { probability, probabilityChange } from './probability.ts';

const defineRoute = routeGroup('Failure modes');

/** A way in which the asset of a twin can fail. */
export const failureMode = z
  .object({
    id,
    twinId: id,
    name: z.string(),
    description: z.string(),
    mechanism: z.string().nullable().describe('Code of ISO 14224, table B.2'),
    cause: z.string().nullable().describe('Code of ISO 14224, table B.3'),
    pfInterval: isoDuration
      .nullable()
      .describe('P-F interval: time from the first detectable sign of a failure to the failure'),
    probability: probability.nullable(),
    consequence: consequence.nullable(),
    risk: z.number().nullable().describe('Probability / 100 x consequence'),
    protectionIds: z.array(id).describe('Ids of the protections that cover it'),
    ...furtherFields,
    version: version.describe('Optimistic-lock version; increases with every change'),
  })
  .meta({ id: 'FailureMode' });
export type FailureMode = z.infer<typeof failureMode>;

const writable = {
  name: requiredText(100),
  description: text(500).default(''),
  mechanism: failureMechanism,
  cause: failureCause,
  pfInterval: isoDuration.nullable().default(null),
  protectionIds: z.array(id).max(500).default([]),
  ...furtherChanges,
};
const risk = {
  probability: probabilityChange.nullable().default(null).describe('Null to leave it unchanged'),
  consequence: consequenceChange.nullable().default(null).describe('Null to leave it unchanged'),
};

export const newFailureMode = z
  .strictObject({ twinId: id, ...writable, ...risk })
  .meta({ id: 'NewFailureMode' });
export type NewFailureMode = z.infer<typeof newFailureMode>;

export const failureModeChange = z
  .strictObject({
    failureMode: z.strictObject({
      id,
      ...writable,
      version: version.describe('Version that the change is based on'),
    }),
    ...risk,
  })
  .meta({ id: 'FailureModeChange' });
export type FailureModeChange = z.infer<typeof failureModeChange>;

export const getTwinFailureModes = defineRoute('GET /api/twins/:id/failure-modes', {
  access: 'apps',
  tag: 'Twins',
  summary: 'List the failure modes of a twin, highest risk first; in pages of 500',
  query: createPaging(500),
  response: z.array(failureMode),
  paged: true,
});

export const createFailureMode = defineRoute('POST /api/failure-modes', {
  access: 'write:twin',
  summary: 'Add a failure mode to a twin, with its probability, consequence and protections',
  body: newFailureMode,
  example: { twinId: 1, name: 'Bearing seized', pfInterval: 'P60D' },
  status: 201,
  response: failureMode,
});

export const updateFailureMode = defineRoute('PUT /api/failure-modes/with-risk', {
  access: 'write:twin',
  summary: 'Change a failure mode with its probability, consequence and protections',
  body: failureModeChange,
  record: z.object({ failureMode, probability, consequence }),
  response: failureMode,
});

export const deleteFailureMode = defineRoute('DELETE /api/failure-modes/:id', {
  access: 'write:twin',
  summary: 'Delete a failure mode; its protections are kept',
});
