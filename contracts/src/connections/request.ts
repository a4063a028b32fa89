import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { id, idParams, isoTime, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { streamName } from './mapping.ts';

/**
 * Requests that screens make to a connection. The process that runs the connection, at the server or at the plant,
 * takes a request and answers it; the screens poll its progress.
 */

const defineRoute = routeGroup('Connections');

const testSteps = ['resolve', 'reach', 'encrypt', 'sign-in', 'read', 'write'] as const;
export type TestStepName = (typeof testSteps)[number];

export const testStep = z
  .object({
    step: z.enum(testSteps),
    state: z.enum(['passed', 'failed', 'skipped']),
    message: z.string().describe('Result of the step'),
    advice: z.string().nullable().describe('How to solve a problem; null if there is none'),
    certificate: z
      .object({
        fingerprint: z.string().describe('SHA-256, hexadecimal'),
        subject: z.string(),
        validTo: z.iso.datetime(),
        isTrusted: z.boolean(),
      })
      .nullable()
      .describe('Certificate of the server, if it must be trusted explicitly'),
  })
  .meta({ id: 'ConnectionTestStep' });
export type TestStep = z.infer<typeof testStep>;

/** Something in another system that can become a tag, or a folder of such things. */
export const browsedNode = z
  .object({
    source: z.string().describe('Name of the source, to read it, or to open it if it is a folder'),
    name: z.string(),
    description: z.string(),
    unit: z.string().nullable().describe('Unit as written in the other system'),
    isFolder: z.boolean(),
    isReadable: z.boolean().describe('Whether it has values that can be points'),
    value: z.number().nullable(),
    time: z.iso.datetime().nullable(),
    tagId: id.nullable().describe('Id of the tag that it already feeds; null if none'),
  })
  .meta({ id: 'BrowsedNode' });
export type BrowsedNode = z.infer<typeof browsedNode>;

export const requestInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('test') }),
  z.strictObject({
    kind: z.literal('browse'),
    parent: text(2000).nullable().describe('Source of a folder; null for the root'),
    search: text(200).default('').describe('Words in names; empty for all'),
    after: text(2000)
      .nullable()
      .default(null)
      .describe('`next` of the previous page; null for the first page'),
  }),
  z.strictObject({ kind: z.literal('preview'), sources: z.array(text(2000)).min(1).max(100) }),
  z.strictObject({
    kind: z.literal('records'),
    stream: streamName.describe('Name of the stream; its latest ten records are read'),
  }),
]);
export type RequestInput = z.infer<typeof requestInput>;

/** A record of another system, without any mapping. */
export const shownRecord = z
  .object({
    key: z.string(),
    type: z.string().describe('Type code of the record'),
    changedAt: z.iso.datetime(),
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    requestKey: z.string().nullable().describe('Key of the work request that created it; null if none'),
  })
  .meta({ id: 'ShownRecord' });
export type ShownRecord = z.infer<typeof shownRecord>;

export const requestResult = z.object({
  steps: z.array(testStep).optional(),
  nodes: z.array(browsedNode).optional(),
  records: z.array(shownRecord).optional().describe('Records of a stream, without any mapping'),
  next: z.string().nullable().optional().describe('Position of the next page; null on the last page'),
  notice: z
    .string()
    .optional()
    .describe('Note on what the page does not show, such as a search that stopped early'),
});
export type RequestResult = z.infer<typeof requestResult>;

export const connectionRequest = z
  .object({
    id: z.uuid(),
    kind: z.enum(['test', 'browse', 'preview', 'records']),
    state: z.enum(['waiting', 'running', 'done', 'failed', 'canceled']),
    message: z.string().nullable().describe('Error message; null if it did not fail'),
    result: requestResult.describe('Result so far'),
  })
  .meta({ id: 'ConnectionRequest' });
export type ConnectionRequest = z.infer<typeof connectionRequest>;

const requestParams = idParams.extend({ requestId: z.uuid() });

export const createConnectionRequest = defineRoute('POST /api/connections/:id/requests', {
  access: 'connections',
  summary:
    'Test a connection, browse its system, or read last values or records; also possible while it is paused',
  body: requestInput,
  status: 202,
  response: connectionRequest,
});

export const getConnectionRequest = defineRoute('GET /api/connections/:id/requests/:requestId', {
  access: 'connections',
  summary: 'Get a request with its result so far; requests are kept for an hour',
  params: requestParams,
  response: connectionRequest,
});

export const cancelConnectionRequest = defineRoute('DELETE /api/connections/:id/requests/:requestId', {
  access: 'connections',
  summary: 'Cancel a request',
  params: requestParams,
});

export const trustCertificate = defineRoute('POST /api/connections/:id/trusted-certificates', {
  access: 'connections',
  summary: 'Trust the server certificate that the last test showed',
  body: z.strictObject({
    fingerprint: text(64).regex(/^[0-9a-f]{64}$/, 'Please give a SHA-256 in hexadecimal.'),
  }),
});

export const readHistory = defineRoute('POST /api/connections/:id/history', {
  access: 'connections',
  summary: 'Read the history of the other system from a time on into the tags of a connection, as a command',
  body: z.strictObject({
    from: isoTime,
    tagIds: z
      .array(id)
      .max(10_000)
      .default([])
      .describe('Ids of the tags; empty for all tags that the connection feeds'),
  }),
  ...startsCommand,
});
