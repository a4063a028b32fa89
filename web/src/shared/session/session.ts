import type { loginExternally } from '@twinward/contracts/access/external-sign-in';
import type { SecondFactorProof, SecondFactorStep } from '@twinward/contracts/access/second-factor';
import type {
  keepAlive,
  LoginResponse,
  login,
  loginRequest,
  loginWithSecondFactor,
  logout,
  SessionState,
  validateSession,
} from '@twinward/contracts/access/session';
import type { getCurrentUser, User } from '@twinward/contracts/access/user';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { LibraryStatus } from '@twinward/contracts/system/library';
import type { z } from 'zod';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/http.ts';
import {
  beginSession,
  type Credentials,
  endSession,
  readCredentials,
  sessionExpired,
} from './credentials.ts';
import { recordTimeLeft } from './expiry.ts';

/** The signed-in user. */
export interface Session {
  user: User;
  databaseName: string;
  onPremise: boolean;
  /** Whether a second factor must be set up first. */
  mustEnrol: boolean;
  /** Whether a new password must be chosen first. */
  mustChangePassword: boolean;
  version: string;
  libraryStatus: LibraryStatus;
}

const databaseKey = 'twinward.database';

/** The database of the last sign-in. */
export const rememberedDatabase = (): string => localStorage.getItem(databaseKey) ?? '';

/** @returns the second step for a user with a second factor; null if the session has started */
export async function signIn(request: z.input<typeof loginRequest>): Promise<SecondFactorStep | null> {
  const answer = await call<typeof login>('POST /api/login', { body: request });
  if ('secondFactor' in answer) return answer.secondFactor;
  begin(request.databaseName, answer);
  return null;
}

/** Completes a sign-in with the second factor. */
export async function signInWithSecondFactor(
  databaseName: string,
  challenge: string,
  proof: SecondFactorProof,
): Promise<void> {
  const body = { databaseName, challenge, proof };
  begin(databaseName, await call<typeof loginWithSecondFactor>('POST /api/login/second-factor', { body }));
}

/** Signs in a user who was redirected from the identity provider with a code. */
export async function signInExternally(request: RouteBodyInput<typeof loginExternally>): Promise<void> {
  const opened = await call<typeof loginExternally>('POST /api/login/external', { body: request });
  begin(request.databaseName, opened);
}

function begin(databaseName: string, { id, timeLeft }: LoginResponse): void {
  localStorage.setItem(databaseKey, databaseName);
  recordTimeLeft(id, timeLeft);
  beginSession({ sessionId: id, databaseName });
}

/** Signs out in all tabs at once, and notifies the server if it can be reached. */
export async function signOut(): Promise<void> {
  const credentials = readCredentials();
  if (credentials === null) return;
  const answered = call<typeof logout>('POST /api/logout', { body: credentials }).catch(() => undefined);
  endSession();
  await answered;
}

/** Extends the session. If that is not possible, ends it with the reason. */
export async function extendSession(sessionId: string): Promise<void> {
  try {
    const { timeLeft } = await call<typeof keepAlive>('POST /api/sessions');
    recordTimeLeft(sessionId, timeLeft);
  } catch (error) {
    if (readCredentials()?.sessionId !== sessionId) return;
    endSession('Failed to keep session alive', failureMessage(error, 'No answer from the server.'));
  }
}

/** Fetches the user of the session; null if the server rejects it, which also ends it. */
export async function loadSession(credentials: Credentials): Promise<Session | null> {
  try {
    const [state, user]: [SessionState, User] = await Promise.all([
      call<typeof validateSession>('GET /api/validateSession'),
      call<typeof getCurrentUser>('GET /api/user/current'),
    ]);
    recordTimeLeft(credentials.sessionId, state.timeLeft);
    const { onPremise, mustEnrol, mustChangePassword, version, libraryStatus } = state;
    const { databaseName } = credentials;
    return { user, databaseName, onPremise, mustEnrol, mustChangePassword, version, libraryStatus };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (readCredentials()?.sessionId === credentials.sessionId) endSession(sessionExpired);
    return null;
  }
}
