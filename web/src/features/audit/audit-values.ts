import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { AuditAction, AuditEntry } from '@twinward/contracts/system/audit';

export const actionLabels: Record<AuditAction, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-in-delayed': 'Sign-in delayed',
  'test-sign-in': 'Tested a sign-in',
  unlock: 'Unlocked',
  'sign-out': 'Signed out',
  'change-password': 'Changed the password',
  'request-reset': 'Asked for a new password',
  'reset-password': 'Reset the password',
  'add-second-factor': 'Added a second factor',
  'remove-second-factor': 'Removed a second factor',
  'reset-second-factor': 'Reset the second factor',
  'use-recovery-code': 'Used a recovery code',
  'renew-recovery-codes': 'Made new recovery codes',
  refuse: 'Refused many requests',
};

export type AuditFilterName = 'user' | 'action' | 'type' | 'name';

export function auditListBody(filters: Partial<Record<AuditFilterName, string>>, sort: Sort): ListBody {
  const parts: Filter[] = [];
  const add = (field: string, operator: 'Contains' | 'EqualTo', value: string | undefined): void => {
    if (value !== undefined) parts.push({ field, operator, value, dataType: 'C' });
  };
  add('UserName', 'Contains', filters.user);
  add('Action', 'EqualTo', filters.action);
  add('EntityType', 'EqualTo', filters.type);
  add('EntityName', 'Contains', filters.name);
  return { filters: parts, sorts: [sort] };
}

export interface Difference {
  field: string;
  old: string;
  new: string;
}

/** The fields that differ between the two versions of an audit entry. */
export function findDifferences({ old, new: now }: Pick<AuditEntry, 'old' | 'new'>): Difference[] {
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  return names
    .map((field) => ({ field, old: formatValue(old?.[field]), new: formatValue(now?.[field]) }))
    .filter((difference) => difference.old !== difference.new);
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
