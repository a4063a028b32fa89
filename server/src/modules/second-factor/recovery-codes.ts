import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@twinward/contracts/second-factor';

/** Crockford's base32: no letter that is easily taken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** Codes of 80 random bits, in groups of four. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, createCode);
}

function createCode(): string {
  const text = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return text.match(/.{4}/g)!.join('-');
}

/**
 * What is kept of a code. A plain hash is enough: 80 random bits can't be guessed. Case, white space, dashes and
 * the letters that Crockford reads as digits make no difference.
 */
export function hashOfRecoveryCode(code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return createHash('sha256').update(plain).digest();
}
