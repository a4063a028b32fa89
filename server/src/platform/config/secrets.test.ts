import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets, readSecrets } from './secrets.ts';

const other = 'A secret was encrypted with another key. Please enter it again.';
const secrets = createSecrets(Buffer.alloc(32, 1));

describe('a secret', () => {
  it('decrypts to the original text, and encrypts to a different text each time', () => {
    for (const text of ['', 'hunter2', 'Größe 1 µm 😀', 'x'.repeat(1000)]) {
      const sealed = secrets.seal(text, 'mail');
      expect(secrets.open(sealed, 'mail')).toBe(text);
      expect(sealed).not.toBe(secrets.seal(text, 'mail'));
    }
    expect(secrets.seal('hunter2', 'mail')).not.toContain('hunter2');
  });

  it('does not decrypt with another key, for another purpose, or after a change', () => {
    const sealed = secrets.seal('hunter2', 'mail');
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    const changed = (at: number) => {
      const copy = Buffer.from(bytes);
      copy[at]! ^= 1;
      return `v1:${copy.toString('base64')}`;
    };
    expect(() => createSecrets(Buffer.alloc(32, 2)).open(sealed, 'mail')).toThrow(other);
    expect(() => secrets.open(sealed, 'identity-provider')).toThrow(other);
    for (let at = 0; at < bytes.length; at++) expect(() => secrets.open(changed(at), 'mail')).toThrow(other);
    for (const none of ['', 'hunter2', 'v1:', `v1:${bytes.subarray(0, 20).toString('base64')}`]) {
      expect(() => secrets.open(none, 'mail')).toThrow(other);
    }
  });
});

describe('a replaced key', () => {
  const old = createSecrets(Buffer.alloc(32, 1));
  const exchanged = createSecrets(Buffer.alloc(32, 2), Buffer.alloc(32, 1));
  const alone = createSecrets(Buffer.alloc(32, 2));

  it('decrypts what the previous key encrypted, and encrypts it with the new one', () => {
    const sealed = old.seal('hunter2', 'mail');
    expect(exchanged.open(sealed, 'mail')).toBe('hunter2');
    const resealed = exchanged.reseal(sealed, 'mail')!;
    expect(alone.open(resealed, 'mail')).toBe('hunter2');
    expect(() => old.open(resealed, 'mail')).toThrow(other);
    expect(exchanged.reseal(resealed, 'mail')).toBeNull();
    expect(exchanged.reseal(sealed, 'identity-provider')).toBeNull();
    expect(old.reseal(sealed, 'mail')).toBeNull();
  });
});

describe('the key', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'twinward-key-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is created once, even by concurrent callers, and is readable by its owner only', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => readSecrets({ secretKey: null, dataDirectory: directory })),
    );
    const sealed = all[0]!.seal('hunter2', 'mail');
    expect(all.map((each) => each.open(sealed, 'mail'))).toEqual(Array(8).fill('hunter2'));
    expect(await readdir(directory)).toEqual(['secret-key']);
    const file = join(directory, 'secret-key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('is read from the settings if they have one', async () => {
    const named = await readSecrets({ secretKey: '01'.repeat(32), dataDirectory: '/nowhere' });
    expect(named.open(secrets.seal('hunter2', 'mail'), 'mail')).toBe('hunter2');
  });

  it('is rejected if the file contains no valid key', async () => {
    const file = join(directory, 'secret-key');
    await writeFile(file, 'hunter2');
    await expect(readSecrets({ secretKey: null, dataDirectory: directory })).rejects.toThrow(
      `${file} holds no key: it must be 64 hexadecimal digits`,
    );
  });
});
