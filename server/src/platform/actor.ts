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
    /** Whether the user must set up a second factor before they may do anything else. */
    mustEnrol: boolean;
    /** Whether the user must change their password before they may do anything else. */
    mustChangePassword: boolean;
  };
  /** Set for the token of a display, which has the rights of its maker and makes no calls but those for displays. */
  display?: {
    id: number;
    /** Ids of the dashboards that it shows. */
    dashboards: readonly string[];
  };
  /** Set for the token of a connection, which makes no calls but those for connections, for itself; its `userId` is 0. */
  connection?: {
    id: number;
    connectionGroupId: number;
  };
  /** Set for the token of a service account, which makes the calls of its scopes that are not for people alone. */
  service?: { scopes: readonly ServiceScope[] };
}

/** The session of an actor without a sign-in: a token or a command is never asked for a second factor or a password. */
export const sessionWithoutSignIn = (
  session: Pick<Actor['session'], 'idHash' | 'createdAt' | 'expiresAt'>,
): Actor['session'] => ({ ...session, mustEnrol: false, mustChangePassword: false });

/** Who does something, with or without a session: a command acts for a user who may have signed out. */
export type Doer = Omit<Actor, 'session'>;

/** The part of an actor that decides what they may read, for a command or a thread. */
export const permissionsOf = ({ isAdmin, groups, recordTypes }: Permissions): Permissions => ({
  isAdmin,
  groups: [...groups],
  recordTypes: [...recordTypes],
});

/** Whose calls are counted together. */
export const callerOf = ({ tenant, userId, connection }: Doer): string =>
  `${tenant.name}\n${connection ? `connection ${connection.id}` : userId}`;

/** The session id, or token, of a request and the database that it is of. */
export interface Credentials {
  databaseName: string;
  sessionId: string;
}

/** The signed-in user of the credentials; null when the session does not exist or has expired. */
export type Authenticate = (credentials: Credentials) => Promise<Actor | null>;
