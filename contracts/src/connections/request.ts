import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { id, idParams, isoTime, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { streamName } from './mapping.ts';

/**
 * What the screens ask of a connection. The process that runs the connection, beside the server or at the plant, takes
 * a request and answers it; the screens read how far it is.
 */

const tag = 'Connections';

export const testSteps = ['resolve', 'reach', 'encrypt', 'sign-in', 'read', 'write'] as const;
export type TestStepName = (typeof testSteps)[number];

export const testStep = z
  .object({
    step: z.enum(testSteps),
    state: z.enum(['passed', 'failed', 'skipped']),
    message: z.string().describe('What was found'),
    advice: z.string().nullable().describe('What to do about it'),
    certificate: z
      .object({
        fingerprint: z.string().describe('SHA-256, hexadecimal'),
        subject: z.string(),
        validTo: z.iso.datetime(),
        isTrusted: z.boolean(),
      })
      .nullable()
      .describe('Of the server, where it has to be trusted explicitly'),
  })
  .meta({ id: 'ConnectionTestStep' });
export type TestStep = z.infer<typeof testStep>;

/** What of a system can become a tag, or holds such. */
export const browsedNode = z
  .object({
    source: z.string().describe('By which it is read; for a folder, by which it is opened'),
    name: z.string(),
    description: z.string(),
    unit: z.string().nullable().describe('As the system writes it'),
    isFolder: z.boolean(),
    isReadable: z.boolean().describe('Whether it has values that can be points'),
    value: z.number().nullable(),
    time: z.iso.datetime().nullable(),
    tagId: id.nullable().describe('The tag that it feeds already'),
  })
  .meta({ id: 'BrowsedNode' });
export type BrowsedNode = z.infer<typeof browsedNode>;

export const requestInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('test') }),
  z.strictObject({
    kind: z.literal('browse'),
    parent: text(2000).nullable().describe('Source of a folder; null: the root'),
    search: text(200).default('').describe('Words of names; empty: all'),
    after: text(2000).nullable().default(null).describe('`next` of the page before'),
  }),
  z.strictObject({ kind: z.literal('preview'), sources: z.array(text(2000)).min(1).max(100) }),
  z.strictObject({
    kind: z.literal('records'),
    stream: streamName.describe('Its latest ten records are read'),
  }),
]);
export type RequestInput = z.infer<typeof requestInput>;

/** A record of another system, as it is there. */
export const shownRecord = z
  .object({
    key: z.string(),
    type: z.string().describe('Code of its type'),
    changedAt: z.iso.datetime(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    requestKey: z.string().nullable().describe('Key of the work request that it came from'),
  })
  .meta({ id: 'ShownRecord' });
export type ShownRecord = z.infer<typeof shownRecord>;

export const requestResult = z.object({
  steps: z.array(testStep).optional(),
  nodes: z.array(browsedNode).optional(),
  records: z.array(shownRecord).optional().describe('Of a stream, as they are there'),
  next: z.string().nullable().optional().describe('Null: that was the last page'),
  notice: z.string().optional().describe('What the page does not show, such as a search that stopped early'),
});
export type RequestResult = z.infer<typeof requestResult>;

export const connectionRequest = z
  .object({
    id: z.uuid(),
    kind: z.enum(['test', 'browse', 'preview', 'records']),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'canceled']),
    message: z.string().nullable().describe('Why it failed'),
    result: requestResult.describe('So far'),
  })
  .meta({ id: 'ConnectionRequest' });
export type ConnectionRequest = z.infer<typeof connectionRequest>;

const requestParams = idParams.extend({ requestId: z.uuid() });

export const createConnectionRequest = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/requests',
  access: 'connections',
  tag,
  summary: 'Test a connection, browse the system, read last values or records; paused connections too',
  params: idParams,
  body: requestInput,
  status: 202,
  response: connectionRequest,
});

export const getConnectionRequest = defineRoute({
  method: 'GET',
  path: '/api/connections/:id/requests/:requestId',
  access: 'connections',
  tag,
  summary: 'A request with its result so far; it is kept for an hour',
  params: requestParams,
  response: connectionRequest,
});

export const cancelConnectionRequest = defineRoute({
  method: 'DELETE',
  path: '/api/connections/:id/requests/:requestId',
  access: 'connections',
  tag,
  summary: 'Cancel a request',
  params: requestParams,
  status: 204,
});

export const trustCertificate = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/trusted-certificates',
  access: 'connections',
  tag,
  summary: 'Trust the certificate of the server that the last test showed',
  params: idParams,
  body: z.strictObject({
    fingerprint: text(64).regex(/^[0-9a-f]{64}$/, 'Please give a SHA-256 in hexadecimal.'),
  }),
  status: 204,
});

export const readHistory = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/history',
  access: 'connections',
  tag,
  summary: 'Read what the system keeps since a time into the tags of a connection, as a command',
  params: idParams,
  body: z.strictObject({
    from: isoTime,
    tagIds: z.array(id).max(10_000).default([]).describe('Empty: all that it feeds'),
  }),
  status: 202,
  response: commandReference,
});
