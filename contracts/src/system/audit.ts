import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listBody, listCall } from '../core/list.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Audit');

const auditActions = [
  'create',
  'update',
  'delete',
  'sign-in',
  'sign-in-failed',
  'sign-in-delayed',
  'test-sign-in',
  'unlock',
  'sign-out',
  'change-password',
  'request-reset',
  'reset-password',
  'add-second-factor',
  'remove-second-factor',
  'reset-second-factor',
  'use-recovery-code',
  'renew-recovery-codes',
  'refuse',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The kinds of records in audit entries. */
export const auditEntities = [
  'activity',
  'address',
  'advisory',
  'annotation',
  'asset',
  'benchmark',
  'connection',
  'consequence',
  'dashboard',
  'data points',
  'display',
  'failure-mode',
  'figure-alert',
  'group',
  'improvement-option',
  'indicator-pattern',
  'list',
  'link',
  'package',
  'protection',
  'query',
  'record',
  'record-type',
  'relationship',
  'report-subscription',
  'risk-analysis',
  'risk-analysis-asset',
  'saved-view',
  'scenario',
  'service-account',
  'setting',
  'structure',
  'tag',
  'tag-alias',
  'twin',
  'twin-model',
  'unit',
  'unit-category',
  'user',
  'webhook',
  'work',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/** A field of a record before and after a change, with captions and values as on screen. */
export const auditFieldChange = z
  .object({
    field: z.string(),
    old: z.string().describe('Old value; empty for none'),
    new: z.string().describe('New value; empty for none'),
  })
  .meta({ id: 'AuditFieldChange' });
export type AuditFieldChange = z.infer<typeof auditFieldChange>;

/** An entry of the audit trail: the user, the action, the record and its changed fields. */
export const auditEntry = z
  .object({
    id: z.number().int(),
    time: z.iso.datetime(),
    userId: z.number().int().nullable().describe('Id of the user; null for changes made by the system'),
    userName: z.string(),
    action: z.enum(auditActions),
    entityType: z.string(),
    entityId: z.string(),
    entityName: z.string().describe('Name of the record at that time'),
    old: z.record(z.string(), z.unknown()).nullable(),
    new: z.record(z.string(), z.unknown()).nullable(),
    title: z.string().describe('Display name of the record at that time'),
    path: z
      .string()
      .nullable()
      .describe('Page of the record; null if it was deleted, has no page, or the user may not open it'),
    changes: z
      .array(auditFieldChange)
      .describe('Changed fields as text; times and money in the format of the user’s settings'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

const listFields = 'Fields: Id, Time, UserId, UserName, Action, EntityType, EntityId, EntityName';

export const listAudit = defineRoute('POST /api/audit/filters', {
  access: 'users',
  summary: `List the audit trail, latest first. ${listFields}`,
  ...listCall,
  response: z.array(auditEntry),
});

/** The maximum number of entries in an exported file. */
export const maximumExportedEntries = 50_000;

export const exportAudit = defineRoute('POST /api/audit/export', {
  access: 'users',
  reads: true,
  summary: `Export the audit trail as a file with a row for each changed field, latest first. ${listFields}`,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});
