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
/** The form of what is sealed, so that another can follow. */
const form = 'v1:';

/** Keeps what only the server may read, such as the password of a mail server, from whoever reads the database. */
export interface Secrets {
  /** @param purpose what it is for: it can be opened for that alone. */
  seal(text: string, purpose: string): string;
  /** @throws Error when it was sealed by another key, for another purpose, or changed since. */
  open(sealed: string, purpose: string): string;
}

/** AES-256-GCM (NIST SP 800-38D) under a random nonce, with the purpose as what is authenticated beside. */
export function createSecrets(key: Buffer): Secrets {
  return {
    seal(text, purpose) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return form + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, purpose) {
      try {
        if (!sealed.startsWith(form)) throw new Error('not sealed');
        const bytes = Buffer.from(sealed.slice(form.length), 'base64');
        const nonce = bytes.subarray(0, nonceLength);
        const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(nonceLength + tagLength));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error('A secret was kept under another key than this server has. Please enter it again.', {
          cause,
        });
      }
    },
  };
}

/**
 * The key of the settings; without one that of the file `secret-key` in the data folder, which is made when it
 * is first needed, readable by its owner only.
 * @throws StartError when the file holds no key.
 */
export async function readSecrets({
  secretKey,
  dataDirectory,
}: Pick<Config, 'secretKey' | 'dataDirectory'>): Promise<Secrets> {
  if (secretKey !== null) return createSecrets(Buffer.from(secretKey, 'hex'));
  const file = join(dataDirectory, 'secret-key');
  const kept = (await readOrMake(file)).trim();
  if (!isKey(kept)) throw new StartError(`${file} holds no key: it must be 64 hexadecimal digits`);
  return createSecrets(Buffer.from(kept, 'hex'));
}

async function readOrMake(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written aside and linked: whoever starts at the same time finds a whole key, and all find the same.
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
