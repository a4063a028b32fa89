import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { sendMailJob } from './jobs.ts';
import { pruneMails, sendMail } from './service.ts';
import { getSender } from './settings.ts';

let test: TestApp;
let smtp: MailServer;
let jobs: Running;
let administrator: Record<string, string>;
let system: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  smtp = await startMailServer();
  const { db } = test.tenant;
  administrator = await makeSession(db, { isAdmin: true });
  system = await makeSession(db, { groups: ['ADMINISTRATORS'] });
  jobs = await runJobs(test.tenant, [sendMailJob], test.context.log);
});
afterAll(async () => {
  await jobs.close();
  await smtp.close();
  await test.close();
});

const url = '/api/settings/system/mail';
const get = (headers = system) => test.app.inject({ url, headers });
const set = (body: object, headers = administrator) =>
  test.app.inject({ method: 'POST', url, headers, payload: body });
const outbox = (headers = administrator, body: object = {}) =>
  test.app.inject({ method: 'POST', url: '/api/mail/filters', headers, payload: body });
const status = async () => (await outbox()).json()[0].status;

const unset = {
  host: '',
  port: 587,
  security: 'starttls',
  userName: '',
  from: 'twinward@localhost',
  publicAddress: 'http://localhost:8080',
};
const local = () => ({
  ...unset,
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none',
  from: 'twinward@plant.example',
});

describe('the mail settings', () => {
  it('never show the password, and delete it when the account changes', async () => {
    expect((await get()).json()).toEqual({ ...unset, hasPassword: false });
    const account = { ...unset, host: 'smtp.example', userName: 'twinward' };
    const answer = await set({ ...account, password: 'secret-1' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...account, hasPassword: true });
    expect((await set({ ...account, from: 'a@b' })).json()).toMatchObject({ from: 'a@b', hasPassword: true });
    expect((await set({ ...account, host: 'elsewhere.example' })).json()).toMatchObject({
      hasPassword: false,
    });
    const security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
    const audit = await test.app.inject({
      method: 'POST',
      url: '/api/audit/filters',
      headers: security,
      payload: { filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'setting' }] },
    });
    expect(audit.json()).toHaveLength(3);
    expect(audit.json()[0]).toMatchObject({
      old: { host: 'smtp.example', hasPassword: true },
      new: { host: 'elsewhere.example', hasPassword: false },
    });
    expect(audit.body).not.toContain('secret-1');
    await set(unset);
  });

  it('reject invalid combinations', async () => {
    const answer = await set({ ...unset, port: 0, from: 'nobody', publicAddress: 'javascript:alert(1)' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { path: 'port', message: 'Please enter a number between 1 and 65535.' },
      { path: 'from', message: 'Please enter a valid e-mail address.' },
      {
        path: 'publicAddress',
        message: 'Please enter an address such as https://twinward.plant.example.',
      },
    ]);
  });

  it('store the password encrypted', async () => {
    const account = { ...unset, host: 'smtp.example', userName: 'twinward' };
    await set({ ...account, password: 'secret-1' });
    const stored = async () => {
      const row = await test.tenant.db
        .selectFrom('system_setting')
        .select('value')
        .where('name', '=', 'mail')
        .executeTakeFirstOrThrow();
      return row.value as { password?: string };
    };
    expect((await stored()).password).toMatch(/^v1:[A-Za-z0-9+/]{48}$/);
    expect((await getSender(test.tenant)).password).toBe('secret-1');
    await set({ ...account, from: 'a@b' });
    expect((await getSender(test.tenant)).password).toBe('secret-1');
    await set({ ...account, password: '' });
    expect(await stored()).not.toHaveProperty('password');
    await set(unset);
  });

  it('can be read by users who manage settings, and changed only by administrators', async () => {
    expect((await get(system)).statusCode).toBe(200);
    expect((await set(unset, system)).statusCode).toBe(403);
  });

  it('answer 401 and 403', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    for (const call of [get, outbox, (headers: Record<string, string>) => set({}, headers)]) {
      expect((await call({})).statusCode).toBe(401);
      expect((await call(viewer)).statusCode).toBe(403);
    }
  });
});

describe('a mail', () => {
  const mail = { to: 'ada@plant.example', subject: 'Prüfung', text: 'Größe: 1 µm\n' };

  it('stays in the outbox without a server, with confidential text only for administrators', async () => {
    await sendMail(test.tenant.db, { ...mail, confidential: true });
    await expect.poll(status).toBe('kept');
    expect((await outbox()).json()).toEqual([
      {
        id: expect.any(Number),
        messageId: expect.any(String),
        ...mail,
        confidential: true,
        pictures: [],
        status: 'kept',
        attempts: 0,
        error: null,
        createdAt: expect.any(String),
        sentAt: null,
      },
    ]);
    expect((await outbox(system)).json()).toMatchObject([{ to: mail.to, text: null }]);
  });

  it('is sent with its Message-ID, and then the text of a confidential mail is deleted', async () => {
    await set(local());
    await sendMail(test.tenant.db, { ...mail, confidential: true });
    await expect.poll(status).toBe('sent');
    const [row] = (await outbox()).json();
    expect(row).toMatchObject({ text: null, attempts: 1, sentAt: expect.any(String) });
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({
      to: [mail.to],
      text: mail.text,
      headers: {
        from: 'twinward@plant.example',
        to: mail.to,
        'message-id': `<${row.messageId}@plant.example>`,
      },
    });
  });

  it('is sent as text and as HTML with its pictures, which the outbox also shows', async () => {
    smtp.mails.length = 0;
    const data = Buffer.from('89504e470d0a1a0a', 'hex');
    const html = '<p>Größe</p><img src="cid:sizes" alt="Sizes">';
    await sendMail(test.tenant.db, {
      ...mail,
      html,
      pictures: [{ name: 'sizes', description: 'Sizes', data }],
    });
    await expect.poll(status).toBe('sent');
    const [row] = (await outbox()).json();
    expect(row).toMatchObject({ text: mail.text, pictures: [{ name: 'sizes', description: 'Sizes' }] });
    const [sent] = smtp.mails;
    expect(sent!.headers['content-type']).toMatch(/^multipart\/alternative/);
    expect(sent!.text).toContain('src=3D"cid:sizes"');
    expect(sent!.text).toContain('Content-ID: <sizes>');
    expect(sent!.text).toContain(data.toString('base64'));
    const url = `/api/mail/${row.id}/pictures`;
    const answer = await test.ask('GET', `${url}/sizes`, system);
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload]).toEqual([
      200,
      'image/png',
      data,
    ]);
    expect((await test.ask('GET', `${url}/others`, system)).statusCode).toBe(404);
    expect((await test.ask('GET', `/api/mail/none/pictures/sizes`, system)).statusCode).toBe(400);
    expect((await test.ask('GET', `${url}/sizes`, {})).statusCode).toBe(401);
    expect((await test.ask('GET', `${url}/sizes`, await makeViewerSession(test.tenant.db))).statusCode).toBe(
      403,
    );
  });

  it('is sent to a single address, even if the text looks like several', async () => {
    smtp.mails.length = 0;
    await sendMail(test.tenant.db, { ...mail, to: 'ada,eve@plant.example' });
    await expect.poll(status).not.toBe('queued');
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('eve@plant.example');
    expect(smtp.mails.flatMap(({ to }) => to).length).toBeLessThan(2);
  });

  it('is retried with the same Message-ID after a temporary failure', async () => {
    smtp.mails.length = 0;
    smtp.refusal = { code: 451, message: 'Later, please' };
    await sendMail(test.tenant.db, mail);
    await expect.poll(async () => (await outbox()).json()[0].error).toContain('Later, please');
    expect(await status()).toBe('queued');
    smtp.refusal = null;
    await expect.poll(status, { timeout: 15_000 }).toBe('sent');
    const [row] = (await outbox()).json();
    expect(row).toMatchObject({ attempts: 2, error: null, text: mail.text });
    expect(smtp.mails.map((one) => one.headers['message-id'])).toEqual([`<${row.messageId}@plant.example>`]);
  });

  it('is abandoned after a permanent failure', async () => {
    smtp.refusal = { code: 550, message: 'No such mailbox' };
    await sendMail(test.tenant.db, mail);
    await expect.poll(status).toBe('failed');
    expect((await outbox()).json()[0].error).toContain('No such mailbox');
    smtp.refusal = null;
  });

  it('is sent only if its transaction commits', async () => {
    const { total } = { total: (await outbox()).json().length };
    await test.tenant.db
      .transaction()
      .execute(async (transaction) => {
        await sendMail(transaction, mail);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect((await outbox()).json()).toHaveLength(total);
  });
});

it('the outbox can be filtered', async () => {
  const filters = [{ field: 'Status', operator: 'EqualTo', value: 'kept' }];
  expect((await outbox(administrator, { filters })).json()).toHaveLength(1);
  expect((await outbox(administrator, { filters: [{ field: 'Text', operator: 'IsNull' }] })).statusCode).toBe(
    400,
  );
});

it('a mail is deleted 90 days after it was sent, and kept if it was not sent', async () => {
  const { db } = test.tenant;
  await sql`delete from mail`.execute(db);
  await sql`insert into mail (recipient, subject, text, confidential, status, created_at, sent_at) values
    ('a@plant.example', 'sent long ago', '', false, 'sent', now() - interval '92 days', now() - interval '91 days'),
    ('a@plant.example', 'sent lately', '', false, 'sent', now() - interval '91 days', now() - interval '89 days'),
    ('a@plant.example', 'kept', '', false, 'kept', now() - interval '200 days', null)`.execute(db);
  await pruneMails(db);
  const subjects = (await outbox()).json().map(({ subject }: { subject: string }) => subject);
  expect(subjects).toEqual(['sent lately', 'kept']);
});

describe('a test mail', () => {
  const send = (to: string, headers = administrator) => test.ask('POST', `${url}/test`, headers, { to });

  it('returns the response of the mail server, or that there is none', async () => {
    await set(unset);
    expect((await send('ada@plant.example')).json()).toEqual({
      sent: false,
      answer: 'There is no mail server. Mails stay in the outbox.',
    });
    await set(local());
    smtp.mails.length = 0;
    expect((await send('ada@plant.example')).json()).toEqual({
      sent: true,
      answer: expect.stringMatching(/^250 /),
    });
    expect(smtp.mails).toMatchObject([{ to: ['ada@plant.example'] }]);
    await set({ ...local(), port: 1 });
    expect((await send('ada@plant.example')).json()).toEqual({
      sent: false,
      answer: 'connect ECONNREFUSED 127.0.0.1:1',
    });
    const answer = await send('nobody');
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'to: Please enter a valid e-mail address.',
    ]);
  });

  it('hides responses of the server and the network from users who cannot choose the server', async () => {
    await set(local());
    expect((await send('ada@plant.example', system)).json()).toEqual({
      sent: true,
      answer: 'The mail server accepted the mail.',
    });
    const answers = [];
    for (const change of [{ port: 1 }, { host: 'nowhere.invalid' }, { security: 'tls' as const }]) {
      await set({ ...local(), ...change });
      answers.push((await send('ada@plant.example', system)).json());
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual({
      sent: false,
      answer: expect.not.stringMatching(/connect|127|ENOTFOUND|SSL/),
    });
  });
});
