import type pg from 'pg';

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A query for pg's client that answers the server's request for COPY data with one text. */
class CopyFrom implements pg.Submittable {
  readonly #sql: string;
  readonly #data: Buffer;
  readonly #done: (error?: Error) => void;

  constructor(sql: string, text: string, done: (error?: Error) => void) {
    this.#sql = sql;
    this.#data = Buffer.from(text);
    this.#done = done;
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as CopyConnection).query(this.#sql);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    const piece = 65_536;
    for (let i = 0; i < this.#data.length; i += piece)
      connection.sendCopyFromChunk(this.#data.subarray(i, i + piece));
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done();
  }
}

/** Runs `copy … from stdin` with a text, which pg itself does not support. */
export async function copyText(pool: pg.Pool, sql: string, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyFrom(sql, text, (error) => (error ? reject(error) : resolve())));
    });
  } finally {
    client.release();
  }
}
