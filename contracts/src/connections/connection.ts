import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParams, requiredText, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/**
 * Connections bring points, assets and work from other systems. Which fields the configuration of one has depends on
 * its type: `listConnectionTypes` describes them, so that neither the API nor the screens change with a new system.
 */

const tag = 'Connections';

export const connectionRoles = ['live', 'history', 'browse', 'push', 'assets', 'work'] as const;
export type ConnectionRole = (typeof connectionRoles)[number];

/** Begins every token of a connection, which distinguishes it from the id of a session. */
export const connectionTokenPrefix = 'connection-';

/**
 * How a field of a configuration is entered. `secret` is written and never read; `file` is a secret file in base64;
 * `date` is `yyyy-MM-dd`; `texts` is a list.
 */
export const configurationFieldKinds = [
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
    help: z.string().optional().describe('What it is for, and where it is found in the other system'),
    isRequired: z.boolean(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
    example: z.string().optional().describe('Of an address; its scheme is one that the field takes'),
    schemes: z.array(z.string()).optional().describe('That an address may have; http and https unless given'),
    minimum: z.number().optional().describe('Of a number'),
    maximum: z.number().optional().describe('Of a number'),
    initial: z.unknown().optional().describe('Value in a new connection'),
  })
  .meta({ id: 'ConfigurationField' });
export type ConfigurationField = z.infer<typeof configurationField>;

export const connectionType = z
  .object({
    type: z.string(),
    name: z.string().describe('Of the system, for people'),
    description: z.string(),
    roles: z.array(z.enum(connectionRoles)).describe('What it can do; empty: no connector for this type'),
    fields: z.array(configurationField),
    limits: z.array(z.string()).describe('What it does not support, a sentence each'),
  })
  .meta({ id: 'ConnectionType' });
export type ConnectionType = z.infer<typeof connectionType>;

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Said of a connection whose type is not known here. */
export const noConnector = 'No connector for this type';

export const connectionStates = ['stopped', 'starting', 'running', 'degraded', 'failed'] as const;
export type ConnectionState = (typeof connectionStates)[number];

export const connectionStatus = z
  .object({ time: z.iso.datetime(), state: z.enum(connectionStates), message: z.string() })
  .meta({ id: 'ConnectionStatus' });
export type ConnectionStatus = z.infer<typeof connectionStatus>;

/** How far a connection has come. */
export const connectionTracking = z
  .object({
    liveUntil: z.iso
      .datetime()
      .nullable()
      .describe('Points of its subscriptions are stored up to this source time; null: it never ran'),
    backfills: z.array(
      z.object({
        id,
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        doneTo: z.iso.datetime().describe('Up to which it is stored'),
        tags: z.number().int().nullable().describe('Of how many tags; null: of all'),
      }),
    ),
  })
  .meta({ id: 'ConnectionTracking' });
export type ConnectionTracking = z.infer<typeof connectionTracking>;

export const exportTagStatuses = ['done', 'error'] as const;

/** How the last export of the sheet of a connection's tags ended. */
export const exportTagStatus = z
  .object({
    status: z.enum(exportTagStatuses),
    time: z.iso.datetime().describe('When it was asked for'),
    message: z.string().describe('How many tags the sheet has; of an error the reason'),
  })
  .meta({ id: 'ExportTagStatus' });
export type ExportTagStatus = z.infer<typeof exportTagStatus>;

/** Where a connection runs: beside the server, or at the plant, from where it calls the server. */
export const connectionPlaces = ['server', 'plant'] as const;

const facts = {
  id,
  name: z.string(),
  type: z.string(),
  connectionGroupId: id.describe('Connections of a group stand in for one another'),
  place: z.enum(connectionPlaces),
  isPaused: z.boolean(),
  isActive: z.boolean().describe('Whether it delivers for its group now'),
  state: z.enum(connectionStates),
  message: z.string().describe('Of the state'),
  lastError: z.string().nullable(),
  lastErrorTime: z.iso.datetime().nullable(),
  lastPointTime: z.iso.datetime().nullable().describe('Source time of the latest point'),
  lagSeconds: z.number().nullable().describe('From the source time to the stored point, of the last points'),
  clockSeconds: z.number().nullable().describe('By how much the clock of the other system is ahead of ours'),
  pointsPerSecond: z.number().describe('Over the last minute'),
  tags: z.number().int().describe('That its group feeds'),
  version,
};

export const connectionSummary = z.object(facts).meta({ id: 'ConnectionSummary' });
export type ConnectionSummary = z.infer<typeof connectionSummary>;

export const configuration = z
  .record(z.string().max(100), z.unknown())
  .describe('By the fields of the type, `type` and `logLevel` among them. Secrets are null in answers');

export const connection = z
  .object({
    ...facts,
    configuration,
    secretsSet: z.array(z.string()).describe('Secret fields that have a value; `token` among them'),
    token: z.null().describe('Shown once, when it is made'),
    status: z.array(connectionStatus).describe('The last 100 states, newest first'),
    tracking: connectionTracking,
    certificateEnd: z.iso
      .datetime()
      .nullable()
      .describe('When the next certificate of its links ends; null: none is known'),
    plant: z
      .object({
        seenAt: z.iso.datetime().describe('When its process at the plant called last'),
        isSeen: z.boolean().describe('Within the last minute'),
        spool: z
          .object({
            points: z.number().int().describe('That wait there for the server'),
            bytes: z.number().int(),
            limit: z.number().int().describe('Bytes that they may take'),
          })
          .nullable(),
      })
      .nullable()
      .describe('Of a connection that runs at the plant; null: no process ever called'),
    exportTagStatus: exportTagStatus
      .nullable()
      .describe('Of the last export of its tags that was asked for at this connection; null: there was none'),
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
      .describe('A group of connections of the same type that it stands in for; null: its own'),
  })
  .meta({ id: 'NewConnection' });
export type NewConnection = z.infer<typeof newConnection>;

export const connectionChange = z
  .strictObject({ ...writable, version })
  .meta({ id: 'ConnectionChange' })
  .describe('Of secrets, null keeps what is stored and an empty text removes it');
export type ConnectionChange = z.infer<typeof connectionChange>;

export const listConnectionTypes = defineRoute({
  method: 'GET',
  path: '/api/connections/types',
  access: 'connections',
  tag,
  summary: 'The systems that can be connected, with the fields of their configurations',
  response: z.array(connectionType),
});

export const listConnections = defineRoute({
  method: 'POST',
  path: '/api/connections/filters',
  access: 'connections',
  tag,
  summary:
    'Connections. Fields: Id, Name, Type, State, ConnectionGroupId, Place, IsPaused, LastPointTime, LagSeconds, PointsPerSecond',
  query: paging,
  body: listBody,
  response: z.array(connectionSummary),
  paged: true,
});

export const getConnection = defineRoute({
  method: 'GET',
  path: '/api/connections/:id',
  access: 'connections',
  tag,
  summary: 'One connection, without its secrets',
  params: idParams,
  response: connection,
});

export const createConnection = defineRoute({
  method: 'POST',
  path: '/api/connections',
  access: 'connections',
  tag,
  summary: 'Add a connection; it is paused until it is resumed',
  body: newConnection,
  bodyLimit: 256 * 1024,
  status: 201,
  response: connection,
});

export const updateConnection = defineRoute({
  method: 'PUT',
  path: '/api/connections/:id',
  access: 'connections',
  tag,
  summary: 'Change a connection, which starts again by its new configuration',
  params: idParams,
  body: connectionChange,
  bodyLimit: 256 * 1024,
  response: connection,
});

export const deleteConnection = defineRoute({
  method: 'DELETE',
  path: '/api/connections/:id',
  access: 'connections',
  tag,
  summary: 'Delete a connection. Its tags and their points stay',
  params: idParams,
  status: 204,
});

export const pauseConnection = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/pause',
  access: 'connections',
  tag,
  summary: 'Stop a connection until it is resumed',
  params: idParams,
  response: connection,
});

export const resumeConnection = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/resume',
  access: 'connections',
  tag,
  summary:
    'Start a connection that is paused or stopped; what it missed is read as far as the system keeps it',
  params: idParams,
  response: connection,
});

export const createConnectionToken = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/token',
  access: 'connections',
  tag,
  summary:
    'Create a token for this connection alone: to push points, or to run it at the plant. An older one ends',
  params: idParams,
  response: z.object({ token: z.string().describe('Shown only now: it is stored as a hash') }),
});

export const deleteConnectionToken = defineRoute({
  method: 'DELETE',
  path: '/api/connections/:id/token',
  access: 'connections',
  tag,
  summary: 'Revoke the token of a connection',
  params: idParams,
  status: 204,
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

export const listConnectionLog = defineRoute({
  method: 'POST',
  path: '/api/connections/:id/log/filters',
  access: 'connections',
  tag,
  summary: 'What a connection logged, newest first. Fields: Id, Time, Level, Message',
  params: idParams,
  query: paging,
  body: listBody,
  response: z.array(connectionLogEntry),
  paged: true,
});
