import { hkdfSync } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlantView } from '@twinward/contracts/connections/plant';
import type { OpenedConnection } from '../../modules/connections/connection/service.ts';
import { createSecrets, type Secrets } from '../../platform/config/secrets.ts';

/** The last responses of the server. A connection starts with them while the server is unreachable. */
interface Remembered {
  view: PlantView;
  opened: OpenedConnection;
  fed: { source: string; tagId: number }[];
  liveUntil: number | null;
}

const purpose = 'plant';

/** Stores the last responses of the server, encrypted with a key derived from the token, which is not in the folder. */
export class Memory {
  readonly #path: string;
  readonly #secrets: Secrets;
  #writing = Promise.resolve();
  #written = '';

  constructor(directory: string, token: string) {
    this.#path = join(directory, 'memory');
    const key = hkdfSync('sha256', token, 'twinward', 'memory of a process at the plant', 32);
    this.#secrets = createSecrets(Buffer.from(key));
  }

  /** Returns null if nothing is stored, or if the token has changed. */
  async read(): Promise<Remembered | null> {
    try {
      return JSON.parse(this.#secrets.open(await readFile(this.#path, 'utf8'), purpose));
    } catch {
      return null;
    }
  }

  /** Writes in the background. If writing fails, the next start waits for the server. */
  write(remembered: Remembered): void {
    const text = JSON.stringify(remembered);
    if (text === this.#written) return;
    this.#written = text;
    this.#queue(async () => {
      const next = `${this.#path}.new`;
      await writeFile(next, this.#secrets.seal(text, purpose), { mode: 0o600 });
      await rename(next, this.#path);
    });
  }

  /** Deletes the stored secrets. */
  forget(): void {
    this.#written = '';
    this.#queue(() => rm(this.#path, { force: true }));
  }

  /** Resolves when all writes have ended. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #queue(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(() => undefined);
  }
}
