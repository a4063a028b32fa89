import type { ModelDefinitionInput } from '@twinward/contracts/library/definition';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

type Headers = Record<string, string>;

export interface TestModel {
  id: number;
  versionId: number;
}

let count = 0;

/** Publishes a definition as a model of the tenant, or as the next version of one. */
export async function publishModel(
  server: TestApp,
  headers: Headers,
  definition: ModelDefinitionInput,
  model?: TestModel,
): Promise<TestModel> {
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const answer = await server.ask(method, url, headers, body);
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
    return answer.json();
  };
  const models = '/api/library/models';
  count += model ? 0 : 1;
  const facts = { name: `Test model ${count}`, accessLevel: 'tenant' };
  const before = model ? await call('GET', `${models}/${model.id}`) : await call('POST', models, facts);
  const { name, accessLevel, version } = before;
  const draft = await call('PUT', `${models}/${before.id}`, { name, accessLevel, definition, version });
  const published = await call('POST', `${models}/${before.id}/publish`, { version: draft.version });
  return { id: published.id, versionId: published.versionId };
}
