import { useMutation } from '@tanstack/react-query';
import type { Command, CommandStatus, cancelCommand, getCommand } from '@twinward/contracts/core/command';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

export const isUnfinished = (status: CommandStatus): boolean => status === 'queued' || status === 'running';

/** Live events tell how far a command is; where a proxy holds them back, asking now and then does. */
const askAgain = 5000;

export const useCommand = (commandId: string) =>
  useApiQuery<typeof getCommand>(
    ['commands', { commandId }],
    'GET /api/commands/:commandId',
    { params: { commandId } },
    {
      refetchInterval: ({ state }) =>
        state.data === undefined || isUnfinished((state.data as Command).status) ? askAgain : false,
    },
  );

/** Asks a command to stop; its own status tells when it has. */
export const useCancelCommand = (commandId: string) =>
  useMutation({
    mutationFn: () =>
      call<typeof cancelCommand>('POST /api/commands/:commandId/cancel', { params: { commandId } }),
    meta: { saves: ['commands', { commandId }] },
  });
