import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAdministrator,
  getAdministratorName,
  newPasswordProblem,
} from './modules/access/user/service.ts';
import { loadDemo } from './modules/exchange/demo/service.ts';
import type { ServerContext } from './platform/context.ts';
import type { Tenant } from './platform/database/tenants.ts';
import { StartError } from './platform/process/start-error.ts';
import './subscriptions.ts';

const demoTenant = 'demo';

/** What a person needs to sign in for the first time. */
export interface SignInHint {
  databaseName: string;
  userName: string;
  /** A sentence that says how to get the password; the password itself only when it was made just now. */
  password: string;
}

/**
 * Makes the tenant `demo` with its administrator, and loads the demo's data, each once.
 * @param print receives a line on the progress.
 * @throws StartError when ADMIN_PASSWORD is to be the administrator's password and is no good one.
 */
export async function bootstrap(context: ServerContext, print: (line: string) => void): Promise<SignInHint> {
  const tenant = await context.tenants.create(demoTenant);
  const administrator = await ensureAdministrator(context, tenant);
  const { demo } = context.config;
  if (demo !== 'off') await loadDemo(tenant, { at: demo === 'on' ? Date.now() : null, print });
  return { databaseName: demoTenant, ...administrator };
}

async function ensureAdministrator(
  { config }: ServerContext,
  { db }: Tenant,
): Promise<Pick<SignInHint, 'userName' | 'password'>> {
  const file = join(config.dataDirectory, 'admin-password');
  const asGiven = 'the one given as ADMIN_PASSWORD at the first start';
  const known = await getAdministratorName(db);
  if (known !== null) {
    return { userName: known, password: (await readKept(file)) === null ? asGiven : `kept in ${file}` };
  }
  const userName = config.adminName;
  const options = { userName, isTemporary: config.adminPasswordTemporary };
  if (config.adminPassword !== null) {
    const problem = await newPasswordProblem(config.adminPassword, { userName, email: null });
    if (problem !== null) throw new StartError(`ADMIN_PASSWORD is refused: ${problem}`);
    await createAdministrator(db, config.adminPassword, options);
    return { userName, password: asGiven };
  }
  // Written before the administrator is made: a process killed between leaves a password that works.
  const generated = (await readKept(file)) ?? generatePassword();
  await mkdir(config.dataDirectory, { recursive: true });
  await writeFile(file, `${generated}\n`, { mode: 0o600 });
  await createAdministrator(db, generated, options);
  return { userName, password: `${generated} (also kept in ${file})` };
}

async function readKept(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Without characters that are easily taken for one another. */
const characters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** 142 bits of chance, with the kinds of character that the password rules ask for. */
function generatePassword(): string {
  const word = () => Array.from({ length: 6 }, () => characters[randomInt(characters.length)]).join('');
  return `${word()}-${word()}-${word()}-${word()}-${randomInt(10)}`;
}
