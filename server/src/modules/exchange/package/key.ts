import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../../platform/config/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import {
  getSystemSetting,
  resealSetting,
  type Setting,
  writeSystemSetting,
} from '../../system/setting/service.ts';
import type { Signature } from './format.ts';
import { lockKey } from './store.ts';

interface Keys {
  /** DER (SPKI), base64. */
  publicKey: string;
  /** DER (PKCS #8), base64, encrypted. */
  privateKey: string;
}

const setting: Setting<Keys | null> = {
  name: 'exchange-key',
  schema: z.strictObject({ publicKey: z.string(), privateKey: z.string() }).nullable(),
  initial: null,
};

/** Returns the keys of this database, which are created on first use. */
async function readKeys({ db, secrets }: Pick<Tenant, 'db' | 'secrets'>): Promise<Keys> {
  const kept = await getSystemSetting(db, setting);
  if (kept) return kept;
  return withTransaction(db, async (transaction) => {
    await lockKey(transaction);
    const meanwhile = await getSystemSetting(transaction, setting);
    if (meanwhile) return meanwhile;
    const made = generateKeyPairSync('ed25519');
    const keys = {
      publicKey: made.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      privateKey: secrets.seal(
        made.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
        setting.name,
      ),
    };
    await writeSystemSetting(transaction, setting, keys);
    return keys;
  });
}

/** Returns the public key of this database: DER (SPKI), base64. */
export const getPublicKey = async (tenant: Pick<Tenant, 'db' | 'secrets'>): Promise<string> =>
  (await readKeys(tenant)).publicKey;

export const resealPrivateKey = (db: Db, secrets: Secrets): Promise<boolean> =>
  resealSetting(db, secrets, setting, 'privateKey');

/** Signs bytes with the key of this database, by Ed25519 (RFC 8032). */
export async function signBytes(
  tenant: Pick<Tenant, 'db' | 'secrets'>,
  bytes: Uint8Array,
): Promise<Signature> {
  const { publicKey, privateKey } = await readKeys(tenant);
  const key = createPrivateKey({
    key: Buffer.from(tenant.secrets.open(privateKey, setting.name), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  return { algorithm: 'Ed25519', publicKey, signature: sign(null, bytes, key).toString('base64') };
}

/** The signature of a package: our own, another valid one, none, or an invalid one. */
export type SignatureState = 'own' | 'other' | 'none' | 'invalid';

/** Checks a signature over these bytes. */
export async function verifySignature(
  db: Db,
  bytes: Uint8Array,
  signature: Signature | null,
): Promise<SignatureState> {
  if (!signature) return 'none';
  try {
    const key = createPublicKey({
      key: Buffer.from(signature.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    if (key.asymmetricKeyType !== 'ed25519') return 'invalid';
    if (!verify(null, bytes, key, Buffer.from(signature.signature, 'base64'))) return 'invalid';
  } catch {
    return 'invalid';
  }
  const own = await getSystemSetting(db, setting);
  return own?.publicKey === signature.publicKey ? 'own' : 'other';
}
