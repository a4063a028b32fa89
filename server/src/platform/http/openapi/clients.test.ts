import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeServiceAccount, makeTwin, makeUser } from '../../../testing/factories.ts';
import { repositoryDirectory, serverDirectory } from '../../config/paths.ts';
import { hashPassword } from '../../passwords.ts';

interface Program {
  integrate(
    address: string,
    userName: string,
    password: string,
  ): Promise<{ commandId: string; names: string[]; errors: string[] }>;
}

const run = promisify(execFile);
const password = 'a password of 27 letters!';
let test: TestApp;
let address: string;
let userName: string;
let folder: string;

beforeAll(async () => {
  test = await createTestApp({ environment: { BASE_PATH: '/twin/' } });
  const { db } = test.tenant;
  const id = await makeUser(db, { isAdmin: true });
  const user = await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('user_name')
    .executeTakeFirstOrThrow();
  userName = user.user_name;
  address = `${await test.app.listen({ port: 0, host: '127.0.0.1' })}/twin`;
  const cache = join(repositoryDirectory, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'integrator-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

it('a client that is generated from the document compiles and works', async () => {
  const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as OpenAPI3;
  writeFileSync(
    join(folder, 'api.d.ts'),
    astToString(await openapiTypes(document, { defaultNonNullable: false })),
  );
  const program = join(folder, 'integrate.mts');
  copyFileSync(join(serverDirectory, 'src/testing/integrator/integrate.mts'), program);
  const settings = {
    extends: join(repositoryDirectory, 'tsconfig.base.json'),
    compilerOptions: { types: ['node'], lib: ['es2023', 'dom', 'dom.iterable'], incremental: false },
    files: ['integrate.mts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(repositoryDirectory, 'node_modules/.bin/tsc');
  const { stdout } = await run(compiler, ['-p', folder]).catch((error) => error as { stdout: string });
  expect(stdout).toBe('');

  const { integrate } = (await import(program)) as Program;
  const answer = await integrate(address, userName, password);
  expect(answer.names).toEqual(['pump.flow', 'pump.power']);
  expect(answer.commandId).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.errors).toEqual([
    'There is no such record.',
    'Choose something else: There is a tag named pump.flow already.',
    '0.name: Required.',
  ]);
});

it('the program in the documentation works unchanged', async () => {
  const program = programIn('api', 'const');
  const file = join(folder, 'list-twins.mjs');
  writeFileSync(
    file,
    program
      .replace("'demo', userName: 'admin'", `'test', userName: '${userName}'`)
      .replace("base64('demo')", "base64('test')"),
  );
  const { stdout } = await run(process.execPath, [file], {
    env: { TWINWARD: address, TWINWARD_PASSWORD: password },
  });
  expect(stdout).toBe('0 twins []\n');
});

it('the program in the documentation uses tools like an assistant', async () => {
  const { db } = test.tenant;
  await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Mixer' }) });
  const { authorization } = await makeServiceAccount(db, { scopes: ['read'], groups: ['VIEWERS'] });
  const file = join(folder, 'use-tools.mjs');
  writeFileSync(file, programIn('machines', 'import \\{ Client'));
  const { stdout } = await run(process.execPath, [file], {
    env: { TWINWARD: address, TOKEN: authorization!.replace('Bearer ', '') },
  });
  expect(stdout).toMatch(/^\d+ tools\n1 twins \[ 'Mixer: null' \]\n$/);
});

/**
 * Returns the program in a page of the documentation.
 * @param begin of its first line, as a regular expression
 */
function programIn(page: string, begin: string): string {
  const text = readFileSync(join(repositoryDirectory, `docs/${page}.md`), 'utf8');
  const [, program] = new RegExp(`(?<=:\\n\\n)( {4}${begin} [\\s\\S]*?)(?=\\n## )`).exec(text)!;
  return program!.replace(/^ {4}/gm, '');
}
