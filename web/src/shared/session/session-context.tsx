import type { Access } from '@twinward/contracts/access/access';
import { hasAccess } from '@twinward/contracts/access/access';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** Null while signed out. */
export const SessionContext = createContext<Session | null>(null);

/** The session. Only for components that require a signed-in user. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This screen needs a session.');
  return session;
}

/** Whether the signed-in user has an access right. */
export function useAccess(access: Access): boolean {
  const session = useContext(SessionContext);
  return session === null ? access === 'public' : mayOpen(session, access);
}

export const mayOpen = ({ user }: Session, access: Access): boolean =>
  hasAccess(
    { isAdmin: user.isAdmin, groups: user.assignedGroups, recordTypes: user.assignedRecordTypes },
    access,
  );
