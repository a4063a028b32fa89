import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { Mail } from '@twinward/contracts/system/mail';

export type MailFilterName = 'to' | 'status';

export const statusLabels: Record<Mail['status'], string> = {
  queued: 'Waiting',
  sent: 'Sent',
  kept: 'No mail server',
  failed: 'Failed',
};

/** Maps the filters of the outbox to the server's query. */
export function mailListBody(filters: Partial<Record<MailFilterName, string>>, sort: Sort): ListBody {
  const parts: Filter[] = [];
  if (filters.to !== undefined) {
    parts.push({ field: 'To', operator: 'Contains', value: filters.to, dataType: 'C' });
  }
  if (filters.status !== undefined) {
    parts.push({ field: 'Status', operator: 'EqualTo', value: filters.status, dataType: 'C' });
  }
  return { filters: parts, sorts: [sort] };
}
