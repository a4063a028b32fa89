import { createHash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@twinward/contracts/access/second-factor';

/** Crockford's base32, without letters that resemble digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 28;

/** Returns codes of 140 random bits, in groups of four characters. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, createCode);
}

function createCode(): string {
  const text = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return text.match(/.{4}/g)!.join('-');
}

/**
 * Returns the stored form of a code; null if the code has another length (codes of earlier versions had only 80 bits).
 * A plain hash is sufficient for a random value of at least 112 bits (OWASP ASVS 5.0, 6.5.2). Case, white space,
 * dashes, and letters that Crockford reads as digits are normalized.
 */
export function hashOfRecoveryCode(code: string): Buffer | null {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return plain.length === codeLength ? createHash('sha256').update(plain).digest() : null;
}
