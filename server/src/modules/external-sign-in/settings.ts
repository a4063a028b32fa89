import { insufficientPrivilege } from '@twinward/contracts/error';
import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderChange,
} from '@twinward/contracts/external-sign-in';
import { maximumLength, required } from '@twinward/domain/rules/field-rules';
import { type FieldRules, unlessEmpty } from '@twinward/domain/rules/rule';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { assertRules } from '../../platform/rules.ts';
import { recordAudit } from '../audit/service.ts';
import { readSystemSetting, type Setting, writeSystemSetting } from '../setting/service.ts';

const setting: Setting<IdentityProviderChange> = {
  name: 'identity-provider',
  schema: identityProviderChange,
  initial: {
    issuer: '',
    clientId: '',
    label: 'Sign in with your organisation',
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

/** With the secret: for whoever talks to the provider, and nobody else. */
export function readProvider(db: Db): Promise<IdentityProviderChange> {
  return readSystemSetting(db, setting);
}

export async function readIdentityProvider(db: Db): Promise<IdentityProvider> {
  return shown(await readProvider(db));
}

/**
 * Who chooses the provider decides who is let in, administrators included: only they may.
 * @throws AppError `forbidden`, `invalid-request`.
 */
export async function changeIdentityProvider(
  actor: Actor,
  change: IdentityProviderChange,
): Promise<IdentityProvider> {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  assertRules(change, rules);
  return actor.tenant.db.transaction().execute(async (transaction) => {
    const old = await readProvider(transaction);
    const same = old.issuer === change.issuer && old.clientId === change.clientId;
    const { clientSecret: given, ...rest } = change;
    const clientSecret = given ?? (same ? old.clientSecret : undefined);
    const updated = clientSecret ? { ...rest, clientSecret } : rest;
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
