import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a file by its name, and opens it for reading and writing. */
export type CreateFile = (name: string) => Promise<FileHandle>;

/** Gives `work` temporary files, and removes them at the end. */
export async function withFiles<T>(work: (create: CreateFile) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-package-'));
  const files: FileHandle[] = [];
  try {
    return await work(async (name) => {
      const file = await open(join(directory, name), 'wx+', 0o600);
      files.push(file);
      return file;
    });
  } finally {
    for (const file of files) await file.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Place of a text in a file, in bytes. */
export interface Place {
  offset: number;
  length: number;
}

/** Number of bytes that are written or read at once: the cost of a call hardly depends on their number. */
const pieceLength = 1024 * 1024;

/** Texts on disk, since those of all records of a package don't fit in memory. */
export class RecordFile {
  readonly #file: FileHandle;
  #waiting: Buffer[] = [];
  /** Size of the texts on disk. */
  #written = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(text: string): Promise<Place> {
    const bytes = Buffer.from(text);
    const place = { offset: this.#length, length: bytes.length };
    this.#waiting.push(bytes);
    this.#length += bytes.length;
    if (this.#length - this.#written >= pieceLength) await this.#flush();
    return place;
  }

  async read(place: Place): Promise<string> {
    return (await this.readAll([place]))[0]!;
  }

  /** Reads the texts in these places, in this order. Adjacent ones are read together. */
  async readAll(places: readonly Place[]): Promise<string[]> {
    await this.#flush();
    const texts: string[] = [];
    for (const run of toRuns(places)) {
      const [first] = run;
      const last = run.at(-1)!;
      const bytes = Buffer.alloc(last.offset + last.length - first!.offset);
      await this.#file.read(bytes, 0, bytes.length, first!.offset);
      for (const { offset, length } of run) {
        const start = offset - first!.offset;
        texts.push(bytes.toString('utf8', start, start + length));
      }
    }
    return texts;
  }

  async #flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    await this.#file.write(bytes, 0, bytes.length, this.#written);
    this.#written += bytes.length;
  }
}

/** Groups places that are adjacent on disk, into runs of at most one piece or of one place. */
function toRuns(places: readonly Place[]): Place[][] {
  const runs: Place[][] = [];
  for (const place of places) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext = last !== undefined && last.offset + last.length === place.offset;
    if (isNext && place.offset + place.length - run![0]!.offset <= pieceLength) run!.push(place);
    else runs.push([place]);
  }
  return runs;
}
