import { notify } from '../../modules/outcomes/notification/service.ts';
import { withTransaction } from '../../platform/database/transaction.ts';
import { makeTwin, makeUser, makeUserSession } from '../factories.ts';
import { testTenant, toHeaders } from '../headers.ts';
import { totpCode } from '../second-factor.ts';
import type { Writer } from './writer.ts';

const password = 'correct horse 1!';
const newPassword = 'battery staple 2?';

/** Writes of users, groups and second factors. */
export async function writeAccess({ write, ask }: Writer): Promise<void> {
  const user = await write('POST /api/users', [], {
    userName: 'eve',
    firstName: 'Eve',
    lastName: 'Hill',
    newPassword: password,
    temporaryPassword: false,
  });
  await write('PUT /api/users/:id', [user.id], { firstName: 'Eva' });
  await write('POST /api/groups', [], { name: 'NIGHT', caption: 'Night shift' });
  await write('PUT /api/groups/:name', ['NIGHT'], { caption: 'Night', userIds: [user.id] });
  await write('DELETE /api/groups/:name', ['NIGHT']);
  const expiresAt = new Date(Date.now() + 3600_000).toISOString();
  const account = { name: 'Night report', scopes: ['read'], groups: ['VIEWERS'] };
  const service = await write('POST /api/service-accounts', [], { ...account, expiresAt });
  await write('PUT /api/service-accounts/:id', [service.id], { ...account, name: 'Day report' });
  await write('POST /api/service-accounts/:id/token', [service.id], { expiresAt });
  await write('DELETE /api/service-accounts/:id/token', [service.id]);
  const databaseName = testTenant;
  const signIn = { databaseName, userName: 'eve', password };
  const { id } = await write('POST /api/login', [], signIn, { headers: {} });
  const headers = toHeaders(id);
  await write('POST /api/user/current/update', [], { middleName: 'M' }, { headers });
  await write(
    'POST /api/user/current/update',
    [],
    { email: 'eve@plant.example', currentPassword: password },
    { headers },
  );
  await write('DELETE /api/user/current/email-change', [], undefined, { headers });
  await write(
    'POST /api/user/current/update/password',
    [],
    { currentPassword: password, newPassword },
    { headers },
  );
  const own = '/api/user/current/second-factor';
  const withPassword = { password: newPassword };
  const { challenge, secret } = await ask('POST', `${own}/totp`, withPassword, headers);
  const code = totpCode(secret);
  await write(`POST ${own}/totp/confirm`, [], { challenge, code }, { headers });
  await write(`POST ${own}/recovery-codes`, [], withPassword, { headers });
}

/** Ends of sessions. */
export async function writeSessions({ db, write, ask }: Writer): Promise<void> {
  const userId = await makeUser(db);
  const own = { headers: await makeUserSession(db, userId) };
  const path = '/api/user/current/sessions';
  await makeUserSession(db, userId);
  const sessions = await ask('GET', path, undefined, own.headers);
  const { id } = sessions.find(({ current }: { current: boolean }) => !current);
  await write(`DELETE ${path}/:sessionId`, [id], undefined, own);
  await makeUserSession(db, userId);
  await write(`DELETE ${path}`, [], undefined, own);
  await write('POST /api/logout', [], {}, own);
  await makeUserSession(db, userId);
  await write('POST /api/users/:id/sessions/end', [userId]);
  await makeUserSession(db, userId);
  await write('POST /api/users/sessions/end');
}

/** Writes of settings of the system. */
export async function writeSettings({ write, ask }: Writer): Promise<void> {
  /** Sends a setting as it is: a change of it in these fields. */
  const change = async (path: string, fields: object) => {
    const { hasPassword: _, hasSecret: __, ...before } = await ask('GET', path);
    await write(`POST ${path}`, [], { ...before, ...fields });
  };
  await change('/api/settings/system/early-points', { toleranceMinutes: 20 });
  await change('/api/settings/system/edition', { assetLimit: 50 });
  await change('/api/settings/security/rules', { minimumPasswordLength: 10 });
  await change('/api/settings/system/general', { name: 'North plant' });
  await change('/api/settings/system/retention', { mailDays: 30 });
  await change('/api/settings/system/help', { support: 'help@plant.example' });
  await change('/api/settings/system/mail', { from: 'plant@plant.example' });
  await change('/api/settings/system/time-zone', { timeZone: 'Europe/Berlin' });
  await change('/api/settings/system/video', { path: '/videos' });
  await change('/api/settings/security/sessions', { idleMinutes: 30 });
  await change('/api/settings/security/identity-provider', { label: 'Plant' });
}

/** Writes that concern the user alone. */
export async function writeOwn({ db, write, ask }: Writer): Promise<void> {
  const userId = await makeUser(db, { groups: ['VIEWERS'] });
  const how = { headers: await makeUserSession(db, userId) };
  const twinId = await makeTwin(db);
  await write('POST /api/twins/watches/:id', [twinId], undefined, how);
  await write('DELETE /api/twins/watches/:id', [twinId], undefined, how);
  await write('POST /api/twins/watches', [], [twinId], how);
  await write('DELETE /api/twins/watches', [], undefined, how);
  await write('POST /api/twins/subscriptions/:id', [twinId], undefined, how);
  await write('DELETE /api/twins/subscriptions/:id', [twinId], undefined, how);
  await write('POST /api/settings/user/units', [], { units: {} }, how);
  await write('POST /api/settings/user/watchlistsort', [], { value: 'level' }, how);
  await write('POST /api/settings/user/appearance', [], { theme: 'dark', density: 'compact' }, how);
  await write('POST /api/settings/user/first-steps', [], { isDismissed: true }, how);
  const settings = await ask('GET', '/api/settings/notification', undefined, how.headers);
  await write('POST /api/settings/notification', [], { ...settings, dailyAggregate: true }, how);
  const delivery = { period: 'hourly', minimumLevel: 500, quietHours: null, urgentAtOnce: true };
  await write('POST /api/settings/notification/mails', [], delivery, how);
  await withTransaction(db, (trx) =>
    notify(
      trx,
      ['One', 'Two'].map((message) => ({
        context: 'protection',
        type: 'threshold',
        twinId,
        message,
        url: null,
        grouping: message,
        time: new Date(),
        recipients: [{ type: 'user' as const, id: userId }],
      })),
    ),
  );
  const [first] = await ask('GET', '/api/notifications', undefined, how.headers);
  await write('PUT /api/notifications/:id', [first.id], { read: true }, how);
  await write('DELETE /api/notifications/:id', [first.id], undefined, how);
  await write('PUT /api/notifications', [], { read: true }, how);
  await write('DELETE /api/notifications', [], undefined, how);
}
