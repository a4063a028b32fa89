import type { Permissions } from '@twinward/contracts/access/access';
import type { ServiceScope } from '@twinward/contracts/access/service-account';
import type { Tenant } from './database/tenants.ts';

/**
 * A signed-in user of a tenant. Only a valid session yields one, so a function that takes an actor needs no
 * further check.
 */
export interface Actor extends Permissions {
  userId: number;
  userName: string;
  tenant: Tenant;
  session: {
    idHash: Buffer;
    createdAt: Date;
    expiresAt: Date;
    /** Whether the user must set up a second factor before any other call. */
    mustEnrol: boolean;
    /** Whether the user must change the password before any other call. */
    mustChangePassword: boolean;
  };
  /**
   * Set for the token of a display, which has the rights of the user who created it, but only for the calls of
   * displays.
   */
  display?: {
    id: number;
    /** Ids of the dashboards that it shows. */
    dashboards: readonly string[];
  };
  /**
   * Set for the token of a connection, which can make only the calls of connections, and only for itself; its `userId`
   * is 0.
   */
  connection?: {
    id: number;
    connectionGroupId: number;
  };
  /**
   * Set for the token of a service account, which can make the calls within its scopes, except calls reserved for
   * users.
   */
  service?: { scopes: readonly ServiceScope[] };
}

/** The session of an actor without a sign-in: a token or a command needs neither a second factor nor a new password. */
export const sessionWithoutSignIn = (
  session: Pick<Actor['session'], 'idHash' | 'createdAt' | 'expiresAt'>,
): Actor['session'] => ({ ...session, mustEnrol: false, mustChangePassword: false });

/**
 * The user on whose behalf something is done, with or without a session: a command may run after the user signed out.
 */
export type Doer = Omit<Actor, 'session'>;

/** The part of an actor that determines what the user may read, for a command or a thread. */
export const toPermissions = ({ isAdmin, groups, recordTypes }: Permissions): Permissions => ({
  isAdmin,
  groups: [...groups],
  recordTypes: [...recordTypes],
});

/** Identifies the caller whose calls are counted together. */
export const toCallerKey = ({ tenant, userId, connection }: Doer): string =>
  `${tenant.name}\n${connection ? `connection ${connection.id}` : userId}`;

/** The session id or token of a request, and the name of its database. */
export interface Credentials {
  databaseName: string;
  sessionId: string;
}

/** Returns the signed-in user of the credentials; null if the session does not exist or has expired. */
export type Authenticate = (credentials: Credentials) => Promise<Actor | null>;
