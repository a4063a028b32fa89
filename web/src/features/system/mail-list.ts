import type { ListBody, Sort } from '@twinward/contracts/core/list';
import type { Mail } from '@twinward/contracts/system/mail';
import { contains, equals } from '../../shared/api/filters.ts';

export type MailFilterName = 'to' | 'status';

export const statusLabels: Record<Mail['status'], string> = {
  queued: 'Waiting',
  sent: 'Sent',
  kept: 'No mail server',
  failed: 'Failed',
};

/** Maps the filters of the outbox to the server's query. */
export const mailListBody = (filters: Partial<Record<MailFilterName, string>>, sort: Sort): ListBody => ({
  filters: [...contains('To', filters.to), ...equals('Status', filters.status)],
  sorts: [sort],
});
