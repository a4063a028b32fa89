import { useQueryClient } from '@tanstack/react-query';
import { readCredentials } from '../../../shared/session/credentials.ts';

/** Refetches the session with its restrictions. */
export function useRenewSession(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const sessionId = readCredentials()?.sessionId ?? null;
    void queryClient.invalidateQueries({ queryKey: ['user', { sessionId }] });
  };
}
