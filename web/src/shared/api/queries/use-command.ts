import type { Command, CommandStatus, cancelCommand, getCommand } from '@twinward/contracts/core/command';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

export const isUnfinished = (status: CommandStatus): boolean => status === 'queued' || status === 'running';

/** Polling interval in milliseconds. Live events report the progress too, but some proxies buffer the event stream. */
const pollInterval = 5000;

export const useCommand = (commandId: string) =>
  useApiQuery<typeof getCommand>(
    ['commands', { commandId }],
    'GET /api/commands/:commandId',
    { params: { commandId } },
    {
      refetchInterval: ({ state }) =>
        state.data === undefined || isUnfinished((state.data as Command).status) ? pollInterval : false,
    },
  );

/** Cancels a command. Its status changes when it has stopped. */
export const useCancelCommand = (commandId: string) =>
  useApiMutation<typeof cancelCommand>('POST /api/commands/:commandId/cancel', {
    params: { commandId },
    says: null,
    saves: ['commands', { commandId }],
  });
