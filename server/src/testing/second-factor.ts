import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyRegistration } from '@twinward/contracts/access/second-factor';
import { Secret, TOTP } from 'otpauth';

/** The time step of TOTP at a time in epoch milliseconds. */
export const totpStep = (time: number = Date.now()): number => Math.floor(time / 30_000);

/** What an authenticator app shows in a time step. @param secret base32. */
export function totpCode(secret: string, step: number = totpStep()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * 30_000 });
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const userPresent = 0x01;
const attested = 0x40;

/** A security key in software (WebAuthn Level 3, chapter 6): one credential, ES256, attestation 'none'. */
export class Authenticator {
  readonly #credentialId = randomBytes(32);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  /** Signature counter; a copy of a key has an old one. */
  counter = 0;

  get id(): string {
    return this.#credentialId.toString('base64url');
  }

  /** Answers `navigator.credentials.create` on a page. */
  register(options: { challenge: string }, origin: string): PasskeyRegistration {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text?: string) => new Uint8Array(Buffer.from(text!, 'base64url'));
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#credentialId.length);
    const authData = Buffer.concat([
      this.#data(origin, userPresent | attested),
      Buffer.alloc(16),
      length,
      this.#credentialId,
      publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Answers `navigator.credentials.get` on a page. */
  sign({ challenge }: { challenge: string }, origin: string): PasskeyAssertion {
    this.counter += 1;
    const client = clientData('webauthn.get', challenge, origin);
    const authData = this.#data(origin, userPresent);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(client)]))
      .sign(this.#keys.privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #data(origin: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
