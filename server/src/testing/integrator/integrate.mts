// A program of an integrator, on types that are generated from /api/openapi.json.
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Tag = components['schemas']['Tag'];

/** Signs in, makes a tag, imports its points, reads lists by pages, and meets errors. */
export async function integrate(baseUrl: string, userName: string, password: string) {
  const client = createClient<paths>({ baseUrl });
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  const login = await client.POST('/api/login', {
    body: { databaseName: 'test', userName, password },
  });
  if (login.error) throw new Error(login.error.message);
  if (!('id' in login.data)) throw new Error('A second factor is asked for.');
  const headers = { SessId: base64(login.data.id), DbName: base64('test') };
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    },
  });

  async function make(name: string): Promise<Tag> {
    const { data, error } = await client.POST('/api/tags', {
      body: [{ name, caption: name, type: 'data_point' }],
    });
    if (error) throw new Error(`${error.id}: ${error.message}`);
    return data[0]!;
  }
  const first = await make('pump.flow');
  await make('pump.power');

  const form = new FormData();
  form.set('tagId', String(first.id));
  form.set('file', new Blob(['time,value\n2026-01-31T08:00:00Z,1\n2026-01-31T09:00:00Z,2\n']), 'points.csv');
  const started = await client.POST('/api/imports', {
    body: { tagId: first.id, timeZone: 'UTC', dateOrder: 'ymd', file: '' },
    bodySerializer: () => form,
  });
  if (started.error) throw new Error(started.error.message);

  const names: string[] = [];
  let total: number;
  do {
    const { data, response } = await client.POST('/api/tags/filters', {
      params: { query: { 'page-number': names.length + 1, 'page-size': 1 } },
      body: { sorts: [{ field: 'Name', direction: 'Ascending' }] },
    });
    names.push(...(data ?? []).map(({ name }) => name));
    total = Number(response.headers.get('x-paging-total-records'));
  } while (names.length < total);

  const missing = await client.GET('/api/tags/{id}', { params: { path: { id: 999_999 } } });
  const taken = await client.POST('/api/tags', {
    body: [{ name: 'pump.flow', caption: 'Flow', type: 'data_point' }],
  });
  // @ts-expect-error A body that lacks the name is refused by the compiler, before the server sees it.
  const wrong = await client.POST('/api/tags', { body: [{ caption: 'Flow', type: 'data_point' }] });
  return {
    commandId: started.data.commandId,
    names,
    errors: [missing, taken, wrong].map(({ error }) => errorKind(error)),
  };
}

/** Tells errors apart by their ids, which the types know. */
function errorKind(error: components['schemas']['Error'] | undefined): string {
  if (!error) return 'none';
  switch (error.id) {
    case 'not-found':
      return 'There is no such record.';
    case 'conflict':
      return `Choose something else: ${error.message}`;
    case 'invalid-request':
      return (error.errors ?? []).map(({ path, message }) => `${path}: ${message}`).join(' ');
    default:
      return error.title;
  }
}
