import { randomBytes } from 'node:crypto';
import { type Attack, toOutcome } from '../attack.ts';
import { open, send } from '../caller.ts';
import type { Stage } from '../stage.ts';

/** An address of the other network, as a trusted proxy would name it. */
const anywhere = () => ({ 'x-forwarded-for': `203.0.${randomBytes(1)[0]}.${randomBytes(1)[0]}` });
/** The trusted proxy itself. */
const proxy = '127.0.0.1';

/** Signs the administrator in from an address that the attack does not use. */
const signInAtHome = (stage: Stage) =>
  send(stage.address, {
    path: '/api/login',
    body: stage.administrator,
    headers: { 'x-forwarded-for': '198.51.100.7' },
    from: proxy,
  });

/** Attacks without an account, or on the accounts of others. */
export const accountAttacks: readonly Attack[] = [
  {
    name: 'wrong passwords of admin from many addresses',
    concurrency: 16,
    outcomes: ['401'],
    prepare: async (stage) => {
      await signInAtHome(stage);
      return async () => {
        const body = { ...stage.administrator, password: randomBytes(6).toString('hex') };
        return toOutcome(
          await send(stage.address, { path: '/api/login', body, headers: anywhere(), from: proxy }),
        );
      };
    },
    async verify(stage) {
      const answer = await signInAtHome(stage);
      if (answer.status !== 200) throw new Error(`the administrator is locked out: ${answer.text}`);
    },
  },
  {
    name: 'sign-ins with unknown users and databases',
    concurrency: 16,
    outcomes: ['401', '400'],
    prepare: async (stage) => async () => {
      const name = randomBytes(20).toString('hex');
      const body = { databaseName: name, userName: name, password: 'x'.repeat(1000) };
      return toOutcome(
        await send(stage.address, { path: '/api/login', body, headers: anywhere(), from: proxy }),
      );
    },
  },
  {
    name: 'second factors for unknown challenges',
    concurrency: 16,
    outcomes: ['401', '400'],
    prepare: async (stage) => async () => {
      const body = {
        databaseName: 'demo',
        challenge: randomBytes(32).toString('base64url'),
        proof: { type: 'totp', code: '123456' },
      };
      return toOutcome(
        await send(stage.address, {
          path: '/api/login/second-factor',
          body,
          headers: anywhere(),
          from: proxy,
        }),
      );
    },
  },
  {
    name: 'password reset requests for admin',
    concurrency: 16,
    outcomes: ['204'],
    prepare: async (stage) => async () => {
      const body = { databaseName: 'demo', userName: 'admin' };
      const path = '/api/user/password/request-reset';
      return toOutcome(await send(stage.address, { path, body, headers: anywhere(), from: proxy }));
    },
  },
  {
    name: 'unknown sessions of known and unknown tenants',
    concurrency: 32,
    outcomes: ['401'],
    prepare: async (stage) => async () => {
      const encode = (text: string) => Buffer.from(text).toString('base64');
      const headers = {
        sessid: encode(randomBytes(32).toString('base64url')),
        dbname: encode(Math.random() < 0.5 ? 'demo' : randomBytes(8).toString('hex')),
      };
      return toOutcome(
        await send(stage.address, { method: 'GET', path: '/api/user/current', headers, from: '127.0.1.9' }),
      );
    },
  },
  {
    name: 'video paths with a second directive',
    concurrency: 2,
    outcomes: ['400'],
    prepare: async (stage) => {
      const paths = [
        'https://x;sandbox',
        "https://x 'unsafe-inline'",
        'https://x\r\nSet-Cookie: a=b',
        '//x;sandbox',
      ];
      let count = 0;
      return async ({ index }) => {
        const body = { path: paths[count++ % paths.length]! };
        return toOutcome(await stage.send(index, 'POST', '/api/settings/system/video', body));
      };
    },
    async verify(stage) {
      const page = await open(stage.address, { method: 'GET', path: '/', headers: { accept: 'text/html' } });
      page.resume();
      const policy = String(page.headers['content-security-policy']);
      if (page.statusCode !== 200 || policy.includes('sandbox')) throw new Error(`no page opens: ${policy}`);
    },
  },
];
