import type { login, loginRequest, logout, SessionState, validateSession } from '@twinward/contracts/session';
import type { getCurrentUser, User } from '@twinward/contracts/user';
import type { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { call } from '../http.ts';
import {
  beginSession,
  type Credentials,
  endSession,
  readCredentials,
  sessionExpired,
} from './credentials.ts';

/** Who is signed in, as the screens need it. */
export interface Session {
  user: User;
  databaseName: string;
  onPremise: boolean;
}

const databaseKey = 'twinward.database';

/** The database that was signed in to last. */
export const rememberedDatabase = (): string => localStorage.getItem(databaseKey) ?? '';

export async function signIn(request: z.input<typeof loginRequest>): Promise<void> {
  const { id } = await call<typeof login>('POST /api/login', { body: request });
  localStorage.setItem(databaseKey, request.databaseName);
  beginSession({ sessionId: id, databaseName: request.databaseName });
}

/** Signs out here and in all tabs at once; the server is told, and may be out of reach. */
export async function signOut(): Promise<void> {
  const credentials = readCredentials();
  if (credentials === null) return;
  const told = call<typeof logout>('POST /api/logout', { body: credentials }).catch(() => undefined);
  endSession();
  await told;
}

/** Asks whose session it is. A session that the server refuses is ended; null then. */
export async function loadSession(credentials: Credentials): Promise<Session | null> {
  try {
    const [state, user]: [SessionState, User] = await Promise.all([
      call<typeof validateSession>('GET /api/validateSession'),
      call<typeof getCurrentUser>('GET /api/user/current'),
    ]);
    return { user, databaseName: credentials.databaseName, onPremise: state.onPremise };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (readCredentials()?.sessionId === credentials.sessionId) endSession(sessionExpired);
    return null;
  }
}
