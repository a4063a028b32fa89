import type { Command } from '@twinward/contracts/core/command';

const askAgain = 500;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** What keeps the program from going on, in words for its user. */
export class ClientError extends Error {}

/** A signed-in user of a running server. */
export class ExchangeClient {
  readonly #address: string;
  readonly #headers: Record<string, string>;

  private constructor(address: string, headers: Record<string, string>) {
    this.#address = address;
    this.#headers = headers;
  }

  /** @throws ClientError when the server can't be reached, or refuses the user. */
  static async signIn(
    address: string,
    credentials: { databaseName: string; userName: string; password: string },
  ): Promise<ExchangeClient> {
    const answer = await new ExchangeClient(address, {}).call<{ id?: string }>(
      'POST',
      '/api/login',
      credentials,
    );
    if (answer.id === undefined)
      throw new ClientError('The user has a second factor: please take one for pipelines without.');
    const { databaseName } = credentials;
    return new ExchangeClient(address, { SessId: base64(answer.id), DbName: base64(databaseName) });
  }

  async send(method: string, path: string, body?: FormData | object): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.#address + path, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    }).catch((cause: Error) => {
      throw new ClientError(`The server ${this.#address} can’t be reached.`, { cause });
    });
    if (response.ok) return response;
    const text = await response.text();
    throw new ClientError(readMessage(text) ?? `${method} ${path}: ${response.status}`);
  }

  async call<T>(method: string, path: string, body?: FormData | object): Promise<T> {
    return (await this.send(method, path, body)).json() as Promise<T>;
  }

  upload(path: string, file: Blob, name: string): Promise<{ commandId: string }> {
    const form = new FormData();
    form.append('file', file, name);
    return this.call('POST', path, form);
  }

  /** Waits for the end of a command. @returns its result. @throws ClientError when it fails or is canceled. */
  async finish<T>({ commandId }: { commandId: string }): Promise<T> {
    for (;;) {
      const { status, error, result } = await this.call<Command>('GET', `/api/commands/${commandId}`);
      if (status === 'done') return result as T;
      if (status === 'error' || status === 'canceled')
        throw new ClientError(error ?? `The command was ${status}.`);
      await new Promise((resolve) => setTimeout(resolve, askAgain));
    }
  }
}

function readMessage(text: string): string | null {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? null;
  } catch {
    return null;
  }
}
