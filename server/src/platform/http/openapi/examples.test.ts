import { routeName } from '@twinward/contracts/core/route';
import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { describeRoutes } from './document.ts';

/** The examples that create what others refer to by id. */
const first = ['createAsset', 'createTwin', 'createTags', 'createTagAlias', 'createProtections'];
const toRank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
const examples = routes
  .filter(({ example, access }) => example !== undefined && access !== 'public')
  .sort((one, other) => toRank(routeName(one)) - toRank(routeName(other)));

let test: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

it('the main calls have a sample body, which the API accepts as documented', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
  const { paths } = describeRoutes(examples, '/', '');
  const answers: [name: string, status: number, message: unknown][] = [];
  for (const { method, path, ...route } of examples) {
    const described = paths[path.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')]![method.toLowerCase()];
    const { content } = (described as { requestBody: { content: Record<string, { example: unknown }> } })
      .requestBody;
    const { example } = content['application/json']!;
    expect(example).toEqual(route.example);
    const url = path.replace(/:\w+/g, '1');
    const answer = await test.app.inject({ method, url, headers, payload: example as object });
    answers.push([`${method} ${path}`, answer.statusCode, answer.json().errors ?? answer.json().message]);
  }
  const successes = answers.filter(([, status]) => status < 300);
  expect(answers.filter(([, status]) => status >= 300 && status !== 404)).toEqual([]);
  expect(successes.length).toBeGreaterThanOrEqual(20);
});

it('times and durations have examples', () => {
  const { components } = describeRoutes(routes, '/', '');
  const { NewTwinInput } = components.schemas as Record<string, { properties: Record<string, unknown> }>;
  expect(JSON.stringify(NewTwinInput!.properties.missionTime)).toContain('"examples":["P30D","PT8H"]');
  expect(JSON.stringify(NewTwinInput!.properties.startDate)).toContain('"examples":["2024-05-01T08:00:00Z"]');
});
