import { request as httpRequest } from 'node:http';
import type { Command } from '@twinward/contracts/command';
import type { LiveEvent } from '@twinward/contracts/event';
import { totalHeader } from '@twinward/contracts/list';
import { createParser } from 'eventsource-parser';
import { headersOf } from './app.ts';

export interface Answer {
  status: number;
  text: string;
  total: number | null;
}

/** A signed-in caller of a server that listens. */
export class Client {
  readonly address: string;
  readonly #headers: Record<string, string>;

  constructor(address: string, headers: Record<string, string>) {
    this.address = address;
    this.#headers = headers;
  }

  static async signIn(address: string, userName: string, password: string): Promise<Client> {
    const body = { databaseName: 'demo', userName, password };
    const { id } = await new Client(address, {}).call<{ id: string }>('POST', '/api/login', body);
    return new Client(address, headersOf(id, 'demo'));
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.address + path, {
      method,
      headers: { ...this.#headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const total = response.headers.get(totalHeader);
    return {
      status: response.status,
      text: await response.text(),
      total: total === null ? null : Number(total),
    };
  }

  /** The JSON of an answer. @throws Error with the answer when it is none of success. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Every record of a list, page by page. */
  async list<T>(path: string, body: unknown): Promise<T[]> {
    const records: T[] = [];
    for (let page = 1; ; page++) {
      const { status, text, total } = await this.ask(
        'POST',
        `${path}?page-number=${page}&page-size=1000`,
        body,
      );
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      records.push(...(JSON.parse(text) as T[]));
      if (records.length >= total!) return records;
    }
  }

  /** Sends a body in pieces, as long as the server takes them; its answer may come before the end. */
  send(method: string, path: string, type: string, pieces: AsyncIterable<Uint8Array>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let answered = false;
      const headers = { ...this.#headers, 'content-type': type };
      const request = httpRequest(this.address + path, { method, headers }, async (response) => {
        answered = true;
        const parts: Buffer[] = [];
        try {
          for await (const part of response) parts.push(part as Buffer);
        } catch (error) {
          reject(error);
        }
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: response.statusCode!, text, total: null });
        request.destroy();
      });
      request.on('error', (error) => {
        if (!answered) reject(error);
      });
      void write();
      async function write(): Promise<void> {
        for await (const piece of pieces) {
          if (answered || request.destroyed) return;
          if (!request.write(piece)) {
            await new Promise((next) => request.once('drain', next).once('close', next));
          }
        }
        request.end();
      }
    });
  }

  /** Uploads a file to be imported. */
  upload(
    fileName: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const boundary = 'a-boundary-that-no-file-of-points-holds';
    async function* body(): AsyncGenerator<Uint8Array> {
      for (const [name, value] of Object.entries(fields)) {
        yield Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        );
      }
      yield Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      );
      yield* pieces;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    }
    return this.send('POST', '/api/imports', `multipart/form-data; boundary=${boundary}`, body());
  }

  /** Uploads a file; returns the id of the command that imports it. */
  async startImport(...upload: Parameters<Client['upload']>): Promise<string> {
    const { status, text } = await this.upload(...upload);
    if (status !== 202) throw new Error(`the upload was answered by ${status} ${text}`);
    return (JSON.parse(text) as { commandId: string }).commandId;
  }

  /** Asks for a command until it is as wanted. @throws Error when it has ended and is not. */
  async follow(commandId: string, isReached: (command: Command) => boolean): Promise<Command> {
    for (;;) {
      const command = await this.call<Command>('GET', `/api/commands/${commandId}`);
      if (isReached(command)) return command;
      if (command.finishedAt !== null) throw new Error(`the command ended: ${JSON.stringify(command)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Follows the live events; resolves once the stream is open. */
  async events(): Promise<{ events: LiveEvent[]; stop(): void }> {
    const abort = new AbortController();
    const response = await fetch(`${this.address}/api/notifications/subscription`, {
      headers: this.#headers,
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`no events: ${response.status} ${await response.text()}`);
    const events: LiveEvent[] = [];
    const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data)) });
    async function read(): Promise<void> {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
    }
    void read().catch(() => undefined);
    return { events, stop: () => abort.abort() };
  }
}
