import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { listBody, paging } from '../core/list.ts';
import { defineRoute } from '../core/route.ts';

export const auditActions = [
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

/** The kinds of record that audit entries refer to. */
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

/** A field of a thing before and after, as the product's forms call and write it. */
export const auditFieldChange = z
  .object({
    field: z.string(),
    old: z.string().describe('Empty for none'),
    new: z.string().describe('Empty for none'),
  })
  .meta({ id: 'AuditFieldChange' });
export type AuditFieldChange = z.infer<typeof auditFieldChange>;

/** One line of the audit trail: who did what to which record, and what of it differs since. */
export const auditEntry = z
  .object({
    id: z.number().int(),
    time: z.iso.datetime(),
    userId: z.number().int().nullable().describe('Null for what the system did by itself'),
    userName: z.string(),
    action: z.enum(auditActions),
    entityType: z.string(),
    entityId: z.string(),
    entityName: z.string().describe('As it was then'),
    old: z.record(z.string(), z.unknown()).nullable(),
    new: z.record(z.string(), z.unknown()).nullable(),
    title: z.string().describe('The name of the thing for readers, as it was then'),
    path: z
      .string()
      .nullable()
      .describe('The page of the thing; null where it is gone, none shows it, or the user may not open it'),
    changes: z
      .array(auditFieldChange)
      .describe("The fields that differ, in words; times and money as the user's settings have them"),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

const listFields = 'Fields: Id, Time, UserId, UserName, Action, EntityType, EntityId, EntityName';

export const listAudit = defineRoute({
  method: 'POST',
  path: '/api/audit/filters',
  access: 'users',
  tag: 'Audit',
  summary: `The audit trail, latest first. ${listFields}`,
  query: paging,
  body: listBody,
  response: z.array(auditEntry),
  paged: true,
});

/** The maximum number of lines of the trail in one file. */
export const maximumExportedEntries = 50_000;

export const exportAudit = defineRoute({
  method: 'POST',
  path: '/api/audit/export',
  access: 'users',
  reads: true,
  tag: 'Audit',
  summary: `The audit trail as a file with a row for each field that differs, latest first. ${listFields}`,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.csv, contentTypes.xlsx],
});
