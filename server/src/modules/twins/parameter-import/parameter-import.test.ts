import type { ParameterImportRow } from '@twinward/contracts/twins/parameter-import';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import { makeAsset, makeSession, makeTwin, makeUser } from '../../../testing/factories.ts';
import { toForm } from '../../../testing/form.ts';
import { publishModel } from '../../../testing/twin-models.ts';
import { readSheets } from '../../../testing/workbooks.ts';
import { listParameters, replaceParametersIn } from '../parameter/service.ts';
import { importParameters } from './jobs.ts';

let server: TestApp;
let writer: Record<string, string>;
const twins: number[] = [];

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  const by = { userId: await makeUser(db), userName: 'engineer' };
  for (const uniqueId of ['P-1', 'P-2']) {
    twins.push(await makeTwin(db, { assetId: await makeAsset(db, { uniqueId }), aliases: [] }));
  }
  const parameters = [
    { name: 'trip', description: '', kind: 'number', unit: 'bar', value: 7 },
    { name: 'span', description: '', kind: 'interval', unit: null, value: null },
  ] as const;
  await withTransaction(db, (transaction) =>
    replaceParametersIn(
      transaction,
      by,
      twins.map((twinId) => ({ twinId, parameters })),
    ),
  );
});
afterAll(() => server.close());

const path = '/api/twins/parameters/imports';

async function upload(content: string): Promise<string> {
  const file = { name: 'values.csv', content };
  const answer = await server.app.inject({ method: 'POST', url: path, ...toForm(file, writer) });
  expect(answer.statusCode).toBe(202);
  return carriedOut(answer.json().commandId);
}

async function carriedOut(commandId: string): Promise<string> {
  await runCommand(server.tenant, { 'import-parameters': importParameters }, commandId);
  return commandId;
}

const listRows = async (commandId: string): Promise<ParameterImportRow[]> =>
  (await server.ask('POST', `${path}/${commandId}/rows/filters`, writer, {})).json();

/** Returns the values of span and trip, by twin. */
const values = async () =>
  Promise.all(
    twins.map(async (id) => (await listParameters(server.tenant.db, id)).map(({ value }) => value)),
  );

it('an import checks values of many twins, and then sets the checked values', async () => {
  const content = [
    'Unique id;Parameter;Value;Unit',
    'P-1;trip;7,5;bar',
    'P-1;span;P7D;',
    'P-2;trip;7;bar',
    'P-2;span;P1M;',
    'P-2;trip;8;bar',
    'P-2;trip;8;kPa',
    'P-2;other;1;',
    'P-9;trip;1;bar',
  ].join('\n');
  const checked = await upload(content);
  const rows = await listRows(checked);
  expect(rows.map(({ line, action, message }) => [line, action, message])).toEqual([
    [2, 'update', null],
    [3, 'update', null],
    [4, 'unchanged', null],
    [5, 'error', 'Value: Months and years have no fixed length: use weeks or days.'],
    [6, 'error', 'Row 4 has the same parameter.'],
    [7, 'error', 'Unit: The parameter is in bar.'],
    [8, 'error', 'Parameter: The twin has no parameter {other}.'],
    [9, 'error', 'Unique id: There is no asset with this id that has a twin.'],
  ]);
  expect(await values()).toEqual([
    [null, 7],
    [null, 7],
  ]);
  const started = await server.ask('POST', `${path}/${checked}/run`, writer);
  expect(started.statusCode).toBe(202);
  await carriedOut(started.json().commandId);
  expect(await values()).toEqual([
    ['P7D', 7.5],
    [null, 7],
  ]);
});

it('an import refuses a value that the model of the twin does not allow', async () => {
  const { db } = server.tenant;
  const headers = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin', 'library-model'] });
  const { versionId } = await publishModel(server, headers, {
    parameters: [{ id: 1, name: 'flow', kind: 'number', unit: 'bar', minimum: 2, maximum: 9, default: 5 }],
  });
  const assetId = await makeAsset(db, { uniqueId: 'P-3' });
  const twinId = await makeTwin(db, { assetId, aliases: [] });
  await db.updateTable('twin').set({ model_version_id: versionId }).where('id', '=', twinId).execute();
  const flow = {
    name: 'flow',
    description: '',
    kind: 'number',
    unit: 'bar',
    value: 5,
    modelPart: 1,
  } as const;
  await withTransaction(db, async (transaction) =>
    replaceParametersIn(transaction, { userId: await makeUser(db), userName: 'engineer' }, [
      { twinId, parameters: [flow] },
    ]),
  );
  const getMessage = async (value: string) =>
    (await listRows(await upload(`Unique id,Parameter,Value\nP-3,flow,${value}`)))[0]!.message;
  expect(await getMessage('1')).toBe('Value: Please enter a number of at least 2.');
  expect(await getMessage('10')).toBe('Value: Please enter a number of at most 9.');
  expect(await getMessage('9')).toBeNull();
  await db.deleteFrom('twin_parameter').where('twin_id', '=', twinId).execute();
});

it('the import of an exported workbook of the current values changes nothing', async () => {
  const answer = await server.ask('GET', `${path}/template`, writer);
  const [, ...rows] = readSheets(answer.rawPayload).Parameters!;
  expect(rows.map(([uniqueId, , parameter]) => [uniqueId, parameter])).toEqual([
    ['P-1', 'span'],
    ['P-1', 'trip'],
    ['P-2', 'span'],
    ['P-2', 'trip'],
  ]);
  const csv = rows.map(([uniqueId, , parameter, value]) => `${uniqueId},${parameter},${value ?? ''}`);
  const checked = await upload(['Unique id,Parameter,Value', ...csv].join('\n'));
  expect((await listRows(checked)).map(({ action }) => action)).toEqual(Array(4).fill('unchanged'));
});
