import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBreached, useBreachedPasswords } from './breached-passwords.ts';
import { newPasswordProblem } from './service.ts';

const toHash = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const owner = { userName: 'eva', email: null };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-breached-'));
});
afterAll(async () => {
  await useBreachedPasswords(null);
  await rm(directory, { recursive: true });
});

async function use(lines: readonly string[], end = '\r\n'): Promise<void> {
  const file = join(directory, 'breached.txt');
  await writeFile(file, lines.map((line) => line + end).join(''));
  await useBreachedPasswords(file);
}

describe('a file of breached passwords', () => {
  it.each([1, 2, 100, 3000])('finds each of %d passwords, and no others', async (count) => {
    const known = Array.from({ length: count }, (_, index) => `known ${index}`);
    await use(known.map((text, index) => `${toHash(text)}:${index + 1}`).sort());
    const tried = known.filter((_, index) => index % 20 === 0 || index === count - 1);
    for (const text of tried) expect(await isBreached(text), text).toBe(true);
    for (let index = 0; index < 50; index++) expect(await isBreached(`other ${index}`)).toBe(false);
  });

  it('may contain only hashes, in lower case', async () => {
    await use(['a', 'b', 'c'].map((text) => toHash(text).toLowerCase()).sort(), '\n');
    expect([await isBreached('b'), await isBreached('d')]).toEqual([true, false]);
  });

  it('is used to reject new passwords', async () => {
    await use([`${toHash('Rotor-42! of the mill')}:7`]);
    expect(await newPasswordProblem('Rotor-42! of the mill', owner)).toBe(
      'This password is known from a breach. Please choose another.',
    );
    expect(await newPasswordProblem('Rotor-43! of the mill', owner)).toBeNull();
  });

  it('is named in an error if it is invalid', async () => {
    const file = join(directory, 'other.txt');
    await writeFile(file, 'password\nhunter2\n');
    await expect(useBreachedPasswords(file)).rejects.toThrow('has no lines of a SHA-1 and a count');
    await expect(useBreachedPasswords(join(directory, 'none'))).rejects.toThrow('ENOENT');
  });
});
