import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, requiredText, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

/**
 * Connections bring points, assets and work from other systems. The fields of their configuration depend on the type.
 * `listConnectionTypes` describes them, so that a new system changes neither the API nor the screens.
 */

const defineRoute = routeGroup('Connections');

const connectionRoles = ['live', 'history', 'browse', 'push', 'assets', 'work'] as const;
export type ConnectionRole = (typeof connectionRoles)[number];

/** The prefix of every connection token; distinguishes it from the id of a session. */
export const connectionTokenPrefix = 'connection-';

/**
 * How a field of a configuration is entered. `secret` is never returned; `file` is a secret file in base64; `date` is
 * `yyyy-MM-dd`; `texts` is a list.
 */
const configurationFieldKinds = [
  'text',
  'address',
  'secret',
  'file',
  'number',
  'boolean',
  'choice',
  'date',
  'texts',
] as const;
export type ConfigurationFieldKind = (typeof configurationFieldKinds)[number];

export const configurationField = z
  .object({
    name: z.string().describe('Key in the configuration'),
    label: z.string(),
    kind: z.enum(configurationFieldKinds),
    help: z
      .string()
      .optional()
      .describe('Purpose of the field, and where to find its value in the other system'),
    isRequired: z.boolean(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
    example: z.string().optional().describe('Example of an address, with an allowed scheme'),
    schemes: z
      .array(z.string())
      .optional()
      .describe('Allowed schemes of an address; default: http and https'),
    minimum: z.number().optional().describe('Minimum of a number'),
    maximum: z.number().optional().describe('Maximum of a number'),
    initial: z.unknown().optional().describe('Value in a new connection'),
  })
  .meta({ id: 'ConfigurationField' });
export type ConfigurationField = z.infer<typeof configurationField>;

export const connectionType = z
  .object({
    type: z.string(),
    name: z.string().describe('Display name of the system'),
    description: z.string(),
    roles: z
      .array(z.enum(connectionRoles))
      .describe('What the connector can do; empty if there is no connector for this type'),
    fields: z.array(configurationField),
    limits: z.array(z.string()).describe('What the connector does not support, one sentence each'),
  })
  .meta({ id: 'ConnectionType' });
export type ConnectionType = z.infer<typeof connectionType>;

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The message of a connection of an unknown type. */
export const noConnector = 'No connector for this type';

export const connectionStates = ['stopped', 'starting', 'running', 'degraded', 'failed'] as const;
export type ConnectionState = (typeof connectionStates)[number];

export const connectionStatus = z
  .object({ time: z.iso.datetime(), state: z.enum(connectionStates), message: z.string() })
  .meta({ id: 'ConnectionStatus' });
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** The progress of a connection. */
export const connectionTracking = z
  .object({
    liveUntil: z.iso
      .datetime()
      .nullable()
      .describe('Source time up to which live points are stored; null if the connection never ran'),
    backfills: z.array(
      z.object({
        id,
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        doneTo: z.iso.datetime().describe('Source time up to which points are stored'),
        tags: z.number().int().nullable().describe('Number of tags; null for all tags'),
      }),
    ),
  })
  .meta({ id: 'ConnectionTracking' });
export type ConnectionTracking = z.infer<typeof connectionTracking>;

const exportTagStatuses = ['done', 'error'] as const;

/** The result of the last export of a connection's tags. */
export const exportTagStatus = z
  .object({
    status: z.enum(exportTagStatuses),
    time: z.iso.datetime().describe('Time of the request'),
    message: z.string().describe('Number of exported tags, or the reason of an error'),
  })
  .meta({ id: 'ExportTagStatus' });
export type ExportTagStatus = z.infer<typeof exportTagStatus>;

/** Where a connection runs: at the server, or at the plant, from where it calls the server. */
export const connectionPlaces = ['server', 'plant'] as const;

const facts = {
  id,
  name: z.string(),
  type: z.string(),
  connectionGroupId: id.describe(
    'Id of its group of connections, of which one is active and the others are on standby',
  ),
  place: z.enum(connectionPlaces),
  isPaused: z.boolean(),
  isActive: z.boolean().describe('Whether it is the active connection of its group'),
  state: z.enum(connectionStates),
  message: z.string().describe('Details of the state'),
  lastError: z.string().nullable(),
  lastErrorTime: z.iso.datetime().nullable(),
  lastPointTime: z.iso.datetime().nullable().describe('Source time of the latest point'),
  lagSeconds: z
    .number()
    .nullable()
    .describe('Seconds from the source time of the last points until they were stored; null if unknown'),
  clockSeconds: z
    .number()
    .nullable()
    .describe('Seconds by which the clock of the other system is ahead of the server; null if unknown'),
  pointsPerSecond: z.number().describe('Average of the last minute'),
  tags: z.number().int().describe('Number of tags that its group feeds'),
  version,
};

export const connectionSummary = z.object(facts).meta({ id: 'ConnectionSummary' });
export type ConnectionSummary = z.infer<typeof connectionSummary>;

const configuration = z
  .record(z.string().max(100), z.unknown())
  .describe(
    'Values of the fields of the type, including `type` and `logLevel`. Secrets are null in responses',
  );

export const connection = z
  .object({
    ...facts,
    configuration,
    secretsSet: z
      .array(z.string())
      .describe('Names of the secret fields that have a value, including `token`'),
    token: z.null().describe('Always null: the token is returned only once, when it is created'),
    status: z.array(connectionStatus).describe('Last 100 states, newest first'),
    tracking: connectionTracking,
    certificateEnd: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the first of its certificates expires; null if none is known'),
    plant: z
      .object({
        seenAt: z.iso.datetime().describe('Time of the last call of its process at the plant'),
        isSeen: z.boolean().describe('Whether the process called within the last minute'),
        spool: z
          .object({
            points: z
              .number()
              .int()
              .describe('Number of points at the plant that the server has not stored yet'),
            bytes: z.number().int(),
            limit: z.number().int().describe('Maximum size of these points in bytes'),
          })
          .nullable(),
      })
      .nullable()
      .describe('Process at the plant; null if none ever called'),
    exportTagStatus: exportTagStatus
      .nullable()
      .describe('Result of the last export of its tags; null if there was none'),
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof connection>;

const writable = {
  name: requiredText(100),
  place: z.enum(connectionPlaces).default('server'),
  configuration,
};

export const newConnection = z
  .strictObject({
    ...writable,
    type: requiredText(50),
    connectionGroupId: id
      .nullable()
      .default(null)
      .describe('Id of a group of connections of the same type to join; null to create a new group'),
  })
  .meta({ id: 'NewConnection' });
export type NewConnection = z.infer<typeof newConnection>;

export const connectionChange = z
  .strictObject({ ...writable, version })
  .meta({ id: 'ConnectionChange' })
  .describe('For secrets, null keeps the stored value and an empty text removes it');
export type ConnectionChange = z.infer<typeof connectionChange>;

export const listConnectionTypes = defineRoute('GET /api/connections/types', {
  access: 'connections',
  summary: 'List the systems that can be connected, with the fields of their configurations',
  response: z.array(connectionType),
});

export const listConnections = defineRoute('POST /api/connections/filters', {
  access: 'connections',
  summary:
    'List connections. Fields: Id, Name, Type, State, ConnectionGroupId, Place, IsPaused, LastPointTime, LagSeconds, PointsPerSecond',
  ...listCall,
  response: z.array(connectionSummary),
});

export const getConnection = defineRoute('GET /api/connections/:id', {
  access: 'connections',
  summary: 'Get a connection, without its secrets',
  response: connection,
});

export const createConnection = defineRoute('POST /api/connections', {
  access: 'connections',
  summary: 'Add a connection; it is paused until you resume it',
  body: newConnection,
  bodyLimit: 256 * 1024,
  status: 201,
  response: connection,
});

export const updateConnection = defineRoute('PUT /api/connections/:id', {
  access: 'connections',
  summary: 'Change a connection; it restarts with the new configuration',
  body: connectionChange,
  bodyLimit: 256 * 1024,
  response: connection,
});

export const deleteConnection = defineRoute('DELETE /api/connections/:id', {
  access: 'connections',
  summary: 'Delete a connection. Its tags and their points are kept',
});

export const pauseConnection = defineRoute('POST /api/connections/:id/pause', {
  access: 'connections',
  summary: 'Pause a connection until it is resumed',
  response: connection,
});

export const resumeConnection = defineRoute('POST /api/connections/:id/resume', {
  access: 'connections',
  summary:
    'Resume a connection that is paused or stopped; it reads missed data as far as the other system still has it',
  response: connection,
});

export const createConnectionToken = defineRoute('POST /api/connections/:id/token', {
  access: 'connections',
  summary:
    'Create a token for this connection only, to push points or to run it at the plant. Revokes the previous token',
  response: z.object({ token: z.string().describe('Returned only once, because only its hash is stored') }),
});

export const deleteConnectionToken = defineRoute('DELETE /api/connections/:id/token', {
  access: 'connections',
  summary: 'Revoke the token of a connection',
});

export const connectionLogEntry = z
  .object({
    id: z.number().int(),
    time: z.iso.datetime(),
    level: z.enum(logLevels),
    message: z.string(),
  })
  .meta({ id: 'ConnectionLogEntry' });
export type ConnectionLogEntry = z.infer<typeof connectionLogEntry>;

export const listConnectionLog = defineRoute('POST /api/connections/:id/log/filters', {
  access: 'connections',
  summary: 'List the log of a connection, newest first. Fields: Id, Time, Level, Message',
  ...listCall,
  response: z.array(connectionLogEntry),
});
