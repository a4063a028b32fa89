import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@twinward/contracts/access/user';
import { readCredentials } from './credentials.ts';
import type { Session } from './session.ts';

/** Updates the signed-in user in all screens after a change to their own account. */
export function useReplaceUser(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    const sessionId = readCredentials()?.sessionId ?? null;
    queryClient.setQueryData<Session | null>(['user', { sessionId }], (session) =>
      session ? { ...session, user } : session,
    );
  };
}
