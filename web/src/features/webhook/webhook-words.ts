import type {
  MessageState,
  WebhookEvent,
  WebhookMessage,
  WebhookState,
} from '@twinward/contracts/connections/webhook';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';

export const webhooksPath = '/settings/webhooks';
export const webhookPath = (id: number): string => `${webhooksPath}/${id}`;

export const eventLabels: Record<WebhookEvent, string> = {
  'excursion.began': 'An excursion began',
  'excursion.ended': 'An excursion ended',
  'level.changed': 'The level of a twin changed',
  'advisory.changed': 'The state of an advisory changed',
};

export const typeLabels: Record<WebhookMessage['type'], string> = { ...eventLabels, 'webhook.test': 'Test' };

export const stateLabels: Record<WebhookState, string> = {
  active: 'Active',
  failing: 'Failing',
  paused: 'Paused',
  stopped: 'Stopped after failures',
};

export const messageStateLabels: Record<MessageState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const webhookList: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['Name', 'Url', 'State'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

export const messageList: ListAddressOptions<'state'> = {
  filterNames: ['state'],
  sortFields: ['Id'],
  defaultSort: { field: 'Id', direction: 'Descending' },
};
