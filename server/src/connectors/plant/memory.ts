import { hkdfSync } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlantView } from '@twinward/contracts/connections/plant';
import type { OpenedConnection } from '../../modules/connections/connection/service.ts';
import { createSecrets, type Secrets } from '../../platform/config/secrets.ts';

/** What the server said last: by it, a connection starts while the server can't be reached. */
export interface Remembered {
  view: PlantView;
  opened: OpenedConnection;
  fed: { source: string; tagId: number }[];
  liveUntil: number | null;
}

const purpose = 'plant';

/** Keeps what the server said last, sealed with a key that only the token gives: the folder alone reveals no secret. */
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

  /** Null where there is none, or one of another token. */
  async read(): Promise<Remembered | null> {
    try {
      return JSON.parse(this.#secrets.open(await readFile(this.#path, 'utf8'), purpose));
    } catch {
      return null;
    }
  }

  /** In the background: without it, the next start waits for the server. */
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

  /** The secrets are no longer ours. */
  forget(): void {
    this.#written = '';
    this.#queue(() => rm(this.#path, { force: true }));
  }

  /** Resolves when all is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #queue(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch(() => undefined);
  }
}
