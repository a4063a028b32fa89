import { z } from 'zod';
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
    entityName: z.string(),
    old: z.record(z.string(), z.unknown()).nullable(),
    new: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = defineRoute({
  method: 'POST',
  path: '/api/audit/filters',
  access: 'users',
  tag: 'Audit',
  summary:
    'The audit trail, latest first. Fields: Id, Time, UserId, UserName, Action, EntityType, EntityId, EntityName',
  query: paging,
  body: listBody,
  response: z.array(auditEntry),
  paged: true,
});
