import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderChange,
} from '@twinward/contracts/access/external-sign-in';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import { maximumLength, required } from '@twinward/domain/rules/field-rules';
import { type FieldRules, unlessEmpty } from '@twinward/domain/rules/rule';
import { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertRules } from '../../../platform/rules.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { getSystemSetting, type Setting, writeSystemSetting } from '../../system/setting/service.ts';

/** As it is stored: the secret sealed. */
type Stored = IdentityProviderChange;

const setting: Setting<Stored> = {
  name: 'identity-provider',
  schema: identityProviderChange.extend({ clientSecret: z.string().optional() }),
  initial: {
    issuer: '',
    clientId: '',
    label: 'Sign in with your organization',
    userNameClaim: 'preferred_username',
  },
};

const webAddress = unlessEmpty((text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
    ? null
    : 'Please enter an address such as https://id.plant.example.',
);

const rules: FieldRules<IdentityProviderChange> = {
  issuer: [maximumLength(300), webAddress],
  clientId: [maximumLength(200)],
  label: [required, maximumLength(100)],
  userNameClaim: [required, maximumLength(100)],
};

/**
 * With the secret: for whoever talks to the provider, and nobody else.
 * @throws Error when the secret was sealed by another key.
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
 * Who chooses the provider decides who is let in, administrators included: only they may.
 * @throws AppError `forbidden`, `invalid-request`.
 */
export async function updateIdentityProvider(
  actor: Actor,
  change: IdentityProviderChange,
): Promise<IdentityProvider> {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  assertRules(change, rules);
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
    await recordAudit(transaction, actor, {
      action: 'update',
      entityType: 'setting',
      entityId: setting.name,
      entityName: setting.name,
      old: shown(old),
      new: { ...shown(updated), ...(given === undefined ? {} : { secretChanged: true }) },
    });
    return shown(updated);
  });
}

function shown({ clientSecret, ...rest }: IdentityProviderChange): IdentityProvider {
  return { ...rest, hasSecret: Boolean(clientSecret) };
}
