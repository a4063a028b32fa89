import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../process/start-error.ts';
import type { Config } from './config.ts';
import { isKey } from './secret-key.ts';

/** Length of the key in bytes: AES-256. */
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
/** Version prefix of encrypted texts. */
const form = 'v1:';

/**
 * Encrypts values that only the server may read, such as the password of a mail server, before they are
 * stored.
 */
export interface Secrets {
  /** @param purpose authenticated with the text: `open` succeeds only with the same purpose. */
  seal(text: string, purpose: string): string;
  /** @throws Error if the text was encrypted with another key or purpose, or was changed since. */
  open(sealed: string, purpose: string): string;
  /** Encrypts with the current key what was encrypted with the previous one; null for anything else. */
  reseal(sealed: string, purpose: string): string | null;
}

export const isSealed = (text: string): boolean => text.startsWith(form);

/** @param previous key that decrypts what was encrypted before the key was replaced */
export function createSecrets(key: Buffer, previous: Buffer | null = null): Secrets {
  const present = createCipher(key);
  const former = previous && createCipher(previous);
  return {
    seal: present.seal,
    open(sealed, purpose) {
      const text = present.open(sealed, purpose) ?? former?.open(sealed, purpose) ?? null;
      if (text !== null) return text;
      throw new Error('A secret was encrypted with another key. Please enter it again.');
    },
    reseal(sealed, purpose) {
      const text = former?.open(sealed, purpose) ?? null;
      return text === null ? null : present.seal(text, purpose);
    },
  };
}

/** AES-256-GCM (NIST SP 800-38D) with a random nonce; the purpose is the additional authenticated data. */
function createCipher(key: Buffer) {
  return {
    seal(text: string, purpose: string): string {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return form + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    /** Returns null if the text was encrypted with another key or purpose, or was changed since. */
    open(sealed: string, purpose: string): string | null {
      if (!isSealed(sealed)) return null;
      const bytes = Buffer.from(sealed.slice(form.length), 'base64');
      const nonce = bytes.subarray(0, nonceLength);
      const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(nonceLength + tagLength));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/**
 * Reads the key from the settings, or else from the file `secret-key` in the data folder. The file is created on first
 * use, readable by its owner only.
 * @throws StartError if the file contains no valid key.
 */
export async function readSecrets({
  secretKey,
  previousSecretKey = null,
  dataDirectory,
}: Pick<Config, 'secretKey' | 'dataDirectory'> & Partial<Config>): Promise<Secrets> {
  const previous = previousSecretKey === null ? null : Buffer.from(previousSecretKey, 'hex');
  if (secretKey !== null) return createSecrets(Buffer.from(secretKey, 'hex'), previous);
  const file = join(dataDirectory, 'secret-key');
  const kept = (await readOrMake(file)).trim();
  if (!isKey(kept)) throw new StartError(`${file} holds no key: it must be 64 hexadecimal digits`);
  return createSecrets(Buffer.from(kept, 'hex'), previous);
}

async function readOrMake(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written to a temporary file and hard-linked, so that processes that start at the same time all read the same
  // complete key.
  const aside = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(aside, `${randomBytes(keyLength).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
  return readFile(file, 'utf8');
}
