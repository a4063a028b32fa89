import { z } from 'zod';
import { listCall } from './list.ts';
import { routeGroup } from './route.ts';

const defineRoute = routeGroup('Commands');

export const commandTypes = [
  'import-data-points',
  'recalculate-tag',
  'import-assets',
  'import-work',
  'import-tags',
  'import-list',
  'import-parameters',
  'import-feeds',
  'preview-mapping',
  'map-tag-aliases',
  'copy-twin',
  'preview-placement',
  'place-model',
  'preview-upgrade',
  'upgrade-twins',
  'recalculate-risk-analysis',
  'import-risk-analysis-assets',
  'change-advisories',
  'change-records',
  'import-records',
  'index-fields',
  'refresh-records',
  'remove-field',
  'simulate-protection',
  'simulate-draft',
  'train-patterns',
  'find-similar',
  'export-query',
  'export-package',
  'check-package',
  'import-package',
  'roll-back-package',
  'clear-demo',
  'load-demo',
  'restart-demo',
  'read-history',
] as const;
export type CommandType = (typeof commandTypes)[number];

export const commandStatuses = ['queued', 'running', 'done', 'error', 'canceled'] as const;
export type CommandStatus = (typeof commandStatuses)[number];

/** A long-running call: its type, target, progress and result. */
export const command = z
  .object({
    commandId: z.uuid(),
    type: z.enum(commandTypes),
    targetType: z.string(),
    targetId: z.string(),
    targetName: z.string(),
    status: z.enum(commandStatuses),
    percent: z.number().int().min(0).max(100),
    createdBy: z.string().describe('User name'),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    error: z.string().nullable(),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('Result of the command; its fields depend on the type'),
  })
  .meta({ id: 'Command' });
export type Command = z.infer<typeof command>;

/** The response of a call that starts a command. */
export const commandReference = z.object({ commandId: z.uuid() }).meta({ id: 'CommandReference' });
/** What calls have in common that start a command and answer at once. */
export const startsCommand = { status: 202, response: commandReference } as const;

export const getCommand = defineRoute('GET /api/commands/:commandId', {
  access: 'signed-in',
  summary: 'Get a command; only administrators can get commands of other users',
  response: command,
});

export const listCommands = defineRoute('POST /api/commands/filters', {
  access: 'signed-in',
  summary:
    'List your commands; administrators see all commands. Fields: CommandId, Type, RecordType (of record imports), TargetName, Status, Percent, CreatedBy, CreatedAt, FinishedAt',
  ...listCall,
  response: z.array(command),
});

export const cancelCommand = defineRoute('POST /api/commands/:commandId/cancel', {
  access: 'signed-in',
  summary: 'Ask a queued or running command to stop',
  status: 202,
  response: command,
});
