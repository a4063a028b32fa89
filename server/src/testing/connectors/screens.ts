import { expect } from 'vitest';
import type { TestApp } from '../app.ts';

/** The calls that the screens of connections make, each of which has to succeed. */
export class ConnectionScreens {
  readonly #app: TestApp;
  readonly #headers: Record<string, string>;

  constructor(app: TestApp, headers: Record<string, string>) {
    this.#app = app;
    this.#headers = headers;
  }

  /** @returns the answer; null for one without a body */
  async ask(method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) {
    const answer = await this.#app.ask(method, url, this.#headers, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.body === '' ? null : answer.json();
  }

  /** Asks something of a connection; its result once it has ended. */
  async request(id: number, input: object) {
    const url = `/api/connections/${id}/requests`;
    const { id: requestId } = await this.ask('POST', url, input);
    const get = () => this.ask('GET', `${url}/${requestId}`);
    await expect.poll(async () => (await get()).state).not.toMatch(/waiting|running/);
    return (await get()).result;
  }
}
