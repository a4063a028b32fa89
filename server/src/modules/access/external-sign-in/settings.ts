import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderChange,
} from '@twinward/contracts/access/external-sign-in';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  getSystemSetting,
  resealSetting,
  type Setting,
  writeSystemSetting,
} from '../../system/setting/service.ts';

const audit = new EntityAudit('setting');

/** The stored form, with an encrypted client secret. */
type Stored = IdentityProviderChange;

const setting: Setting<Stored> = {
  name: 'identity-provider',
  schema: identityProviderChange.extend({ clientSecret: z.string().optional() }),
  initial: {
    issuer: '',
    clientId: '',
    label: 'Sign in with your organization',
    userNameClaim: 'preferred_username',
    otherHosts: '',
    requiredAuthentication: '',
  },
};

/**
 * Returns the provider with the client secret, for requests to the provider only.
 * @throws Error if the secret was encrypted with another key.
 */
export async function getProvider({ db, secrets }: Tenant): Promise<IdentityProviderChange> {
  const { clientSecret, ...rest } = await getSystemSetting(db, setting);
  if (clientSecret === undefined) return rest;
  return { ...rest, clientSecret: secrets.open(clientSecret, setting.name) };
}

export async function getIdentityProvider(db: Db): Promise<IdentityProvider> {
  return shown(await getSystemSetting(db, setting));
}

/**
 * Updates the identity provider. Only administrators may, since the provider decides who can sign in as which user,
 * including administrators.
 * @throws AppError `forbidden`.
 */
export async function updateIdentityProvider(
  actor: Actor,
  change: IdentityProviderChange,
): Promise<IdentityProvider> {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  return withTransaction(actor.tenant.db, async (transaction) => {
    const old = await getSystemSetting(transaction, setting);
    const same = old.issuer === change.issuer && old.clientId === change.clientId;
    const { clientSecret: given, ...rest } = change;
    const kept = same ? old.clientSecret : undefined;
    const clientSecret = given
      ? actor.tenant.secrets.seal(given, setting.name)
      : given === ''
        ? undefined
        : kept;
    const updated = clientSecret === undefined ? rest : { ...rest, clientSecret };
    await writeSystemSetting(transaction, setting, updated);
    await audit.changed(
      transaction,
      actor,
      { id: setting.name, name: setting.name },
      {
        old: shown(old),
        new: { ...shown(updated), ...(given === undefined ? {} : { secretChanged: true }) },
      },
    );
    return shown(updated);
  });
}

export const resealClientSecret = (db: Db, secrets: Secrets): Promise<boolean> =>
  resealSetting(db, secrets, setting, 'clientSecret');

function shown({ clientSecret, ...rest }: IdentityProviderChange): IdentityProvider {
  return { ...rest, hasSecret: Boolean(clientSecret) };
}
