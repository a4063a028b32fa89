import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Command } from '@twinward/contracts/core/command';
import type { LiveEvent } from '@twinward/contracts/core/event';
import { totalHeader } from '@twinward/contracts/core/list';
import { createParser } from 'eventsource-parser';
import { toHeaders } from './headers.ts';

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

  static async signIn(
    address: string,
    userName: string,
    password: string,
    databaseName = 'demo',
  ): Promise<Client> {
    const body = { databaseName, userName, password };
    const { id } = await new Client(address, {}).call<{ id: string }>('POST', '/api/login', body);
    return new Client(address, toHeaders(id, databaseName));
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

  /** The JSON of an answer, undefined where it has none. @throws Error with any answer but one of success. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
  }

  /** Every record of a list, page by page. */
  async list<T>(path: string, body: unknown): Promise<T[]> {
    const records: T[] = [];
    for (let page = 1; ; page++) {
      const answer = await this.ask('POST', `${path}?page-number=${page}&page-size=1000`, body);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      records.push(...(JSON.parse(answer.text) as T[]));
      if (records.length >= answer.total!) return records;
    }
  }

  /**
   * Sends a body in pieces, as long as the server takes them: its answer may come before the end.
   * @param length of the body, in bytes; not sent unless given.
   */
  send(
    method: string,
    path: string,
    type: string,
    pieces: AsyncIterable<Uint8Array>,
    length?: number,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.#headers,
        'content-type': type,
        ...(length === undefined ? {} : { 'content-length': length }),
      };
      const request = httpRequest(this.address + path, { method, headers });
      let answering = false;
      request.on('response', (response) => {
        answering = true;
        text(response)
          .then((body) => resolve({ status: response.statusCode!, text: body, total: null }), reject)
          .finally(() => request.destroy());
      });
      pipeline(pieces, request).catch((error) => {
        if (!answering) reject(error);
      });
    });
  }

  /** Uploads a file, of points unless another path is given. */
  upload(
    fileName: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    fields: Record<string, string> = {},
    path = '/api/imports',
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
    return this.send('POST', path, `multipart/form-data; boundary=${boundary}`, body());
  }

  /** Uploads a file; returns the id of the command that imports it. */
  async startImport(...upload: Parameters<Client['upload']>): Promise<string> {
    const answer = await this.upload(...upload);
    if (answer.status !== 202) {
      throw new Error(`the upload was answered by ${answer.status} ${answer.text}`);
    }
    return (JSON.parse(answer.text) as { commandId: string }).commandId;
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
