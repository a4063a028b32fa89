import type { login } from '@twinward/contracts/access/session';
import type { createAsset } from '@twinward/contracts/assets/asset';
import type { createTwin, getTwin, listTwins } from '@twinward/contracts/twins/twin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, readStored } from '../session/credentials.ts';
import { ApiError } from './api-error.ts';
import { call, callList } from './http.ts';

type Answer = [status: number, body?: unknown, headers?: Record<string, string>];

/** A server with fixed answers by path, in order; the last one repeats. */
function serve(answers: Record<string, Answer[]>) {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const path = url.split('?')[0]!;
    const left = answers[path];
    if (left === undefined) throw new TypeError(`no answer for ${path}`);
    const [status, body, headers] = left.length > 1 ? left.shift()! : left[0]!;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      ...(headers && { headers }),
    });
  });
  return asked;
}

/** A fetch whose first call fails with a network error. */
function failOnce(reach: typeof fetch, asked: { url: string; init: RequestInit }[]): typeof fetch {
  let hasFailed = false;
  return async (url, init) => {
    if (hasFailed) return reach(url, init);
    hasFailed = true;
    asked.push({ url: String(url), init: init! });
    throw new TypeError('Failed to fetch');
  };
}

const validate = '/api/validateSession';
const twin = '/api/twins/7';
const refusal = { id: 'unauthenticated', title: 'Not signed in', message: 'Please sign in.' };
const askTwin = () => call<typeof getTwin>('GET /api/twins/:id', { params: { id: 7 } });

beforeEach(() => {
  window.history.replaceState(null, '', '/apps/twins/7');
  beginSession({ sessionId: 'säkerhet', databaseName: 'demo' });
});

describe('a call', () => {
  it('sends the session, and the database in base64', async () => {
    const asked = serve({ [twin]: [[200, { id: 7 }]] });
    await askTwin();
    expect(asked[0]!.init.headers).toMatchObject({ sessid: 'c8Oka2VyaGV0', dbname: 'ZGVtbw==' });
  });

  it('fills the path, repeats list parameters and omits undefined ones', async () => {
    const asked = serve({ '/api/twins/filters': [[200, [{ id: 1 }], { 'x-paging-total-records': '4711' }]] });
    const page = await callList<typeof listTwins>('POST /api/twins/filters', {
      query: { 'page-number': 2, 'page-size': undefined },
      body: { sorts: [{ field: 'Risk', direction: 'Descending' }] },
    });
    expect(asked[0]!.url).toBe('/api/twins/filters?page-number=2');
    expect(asked[0]!.init.body).toBe('{"sorts":[{"field":"Risk","direction":"Descending"}]}');
    expect(page).toEqual({ records: [{ id: 1 }], total: 4711 });
  });

  it('fails with the message of the server', async () => {
    serve({
      [twin]: [[404, { id: 'not-found', title: 'Not found', message: 'There is no twin 7.', detail: 'x' }]],
    });
    const error = await askTwin().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      message: 'There is no twin 7.',
      body: { id: 'not-found', detail: 'x' },
    });
  });

  it('reports a missing response', async () => {
    serve({});
    await expect(askTwin()).rejects.toMatchObject({
      status: 0,
      message: 'The server cannot be reached. Check the connection and retry.',
    });
  });
});

describe('the Idempotency-Key', () => {
  const readKey = ({ init }: { init: RequestInit }) =>
    (init.headers as Record<string, string>)['idempotency-key'];
  const path = '/api/twins';
  const create = (assetId: number) =>
    call<typeof createTwin>('POST /api/twins', { body: { assetId } as never }).catch(() => null);

  it.each([
    ['no answer', undefined],
    ['an answer of 503', [503, { id: 'unavailable', title: 'Unavailable', message: 'Later.' }] as Answer],
    [
      'a first try that still runs',
      [409, { id: 'conflict', title: 'Conflict', message: 'Later.' }] as Answer,
    ],
  ])('is reused after %s, until the call is answered', async (_name, first) => {
    const asked = serve({ [path]: [...(first ? [first] : []), [201, { id: 1 }]] });
    if (!first) vi.stubGlobal('fetch', failOnce(fetch, asked));
    await create(7);
    await create(7);
    await create(7);
    const [failed, repeated, another] = asked.map(readKey);
    expect(failed).toMatch(/^[0-9a-f]{32}$/);
    expect(repeated).toBe(failed);
    expect(another).not.toBe(failed);
  });

  it('differs for another body or URL', async () => {
    const asked = serve({ [path]: [[503, {}]], '/api/assets': [[503, {}]] });
    await create(8);
    await create(9);
    await call<typeof createAsset>('POST /api/assets', { body: { assetId: 8 } as never }).catch(() => null);
    expect(new Set(asked.map(readKey)).size).toBe(3);
  });

  it('is sent only with POST', async () => {
    const asked = serve({ [twin]: [[200, { id: 7 }]] });
    await askTwin();
    expect(readKey(asked[0]!)).toBeUndefined();
  });
});

describe('a 401 response', () => {
  const rules: {
    name: string;
    answers: Record<string, Answer[]>;
    outcome: 'answer' | 'refused';
    asked: string[];
    session: 'kept' | 'expired';
  }[] = [
    {
      name: 'is retried once if the session is valid',
      answers: {
        [twin]: [
          [401, refusal],
          [200, { id: 7 }],
        ],
        [validate]: [[200, {}]],
      },
      outcome: 'answer',
      asked: [twin, validate, twin],
      session: 'kept',
    },
    {
      name: 'ends the session if the session is not valid',
      answers: { [twin]: [[401, refusal]], [validate]: [[401, refusal]] },
      outcome: 'refused',
      asked: [twin, validate],
      session: 'expired',
    },
    {
      name: 'ends the session if the retry is rejected too',
      answers: { [twin]: [[401, refusal]], [validate]: [[200, {}]] },
      outcome: 'refused',
      asked: [twin, validate, twin],
      session: 'expired',
    },
    {
      name: 'preserves the session if it could not be validated',
      answers: { [twin]: [[401, refusal]], [validate]: [[503, { title: 'Unavailable' }]] },
      outcome: 'refused',
      asked: [twin, validate],
      session: 'kept',
    },
  ];
  it.each(rules)('$name', async ({ answers, outcome, asked: expected, session }) => {
    const asked = serve(answers);
    const result = await askTwin().then(
      () => 'answer',
      () => 'refused',
    );
    expect(result).toBe(outcome);
    expect(asked.map(({ url }) => url)).toEqual(expected);
    expect(readStored()).toEqual(
      session === 'kept'
        ? { credentials: { sessionId: 'säkerhet', databaseName: 'demo' } }
        : { credentials: null, endedBecause: 'Session expired' },
    );
  });

  it('is returned to the caller of a sign-in', async () => {
    const message = 'The database, user name or password is wrong.';
    const asked = serve({ '/api/login': [[401, { id: 'sign-in-failed', message }]] });
    const body = { databaseName: 'demo', userName: 'ada', password: 'wrong' };
    await expect(call<typeof login>('POST /api/login', { body })).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
    expect(readStored().credentials).not.toBeNull();
  });

  it('never resolves on the sign-in page', async () => {
    window.history.replaceState(null, '', '/signin');
    const asked = serve({ [twin]: [[401, refusal]], [validate]: [[200, {}]] });
    const settled = vi.fn();
    askTwin().then(settled, settled);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(settled).not.toHaveBeenCalled();
    expect(asked.map(({ url }) => url)).toEqual([twin]);
  });

  it('validates the session once for several failed calls', async () => {
    const asked = serve({
      [twin]: [
        [401, refusal],
        [401, refusal],
        [200, {}],
      ],
      [validate]: [[200, {}]],
    });
    await Promise.all([askTwin(), askTwin()]);
    expect(asked.filter(({ url }) => url === validate)).toHaveLength(1);
  });
});
