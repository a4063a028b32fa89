import type { ValueList } from '@twinward/contracts/system/value-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';

let test: TestApp;
let anyone: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  anyone = await makeSession(test.tenant.db);
});
afterAll(() => test.close());

const get = (url: string, headers = anyone) => test.ask('GET', url, headers);

describe('lists of values', () => {
  it('are loaded by id, and by name and system', async () => {
    const list: ValueList = (await get('/api/lists/load/1')).json();
    expect(list).toMatchObject({ id: 1, name: 'REMEDIATION', isStandard: true, dataType: 'C' });
    expect(list.configuration.items.map(({ caption }) => caption).slice(0, 3)).toEqual([
      'Replace',
      'Repair',
      'Modify',
    ]);
    const values = (await get('/api/lists/values/WORK_REQUEST_PRIORITY/HEXAGON')).json();
    expect(values.map(({ value, caption }: { value: string; caption: string }) => [value, caption])).toEqual([
      ['H', 'High'],
      ['M', 'Medium'],
      ['L', 'Low'],
    ]);
    for (const name of ['WORK_REQUEST_PRIORITY', 'WORK_REQUEST_TYPES', 'WORK_REQUEST_STATUS']) {
      for (const system of ['SAP', 'HEXAGON', 'MAXIMO']) {
        expect((await get(`/api/lists/values/${name}/${system}`)).json().length).toBeGreaterThan(2);
      }
    }
  });

  it('answer 400, 401 and 404', async () => {
    expect((await get('/api/lists/load/x')).statusCode).toBe(400);
    expect((await get('/api/lists/load/1', {})).statusCode).toBe(401);
    const list = await get('/api/lists/load/99');
    expect([list.statusCode, list.json().message]).toEqual([404, 'List not found.']);
    expect((await get('/api/lists/values/COLOURS/SAP')).json().message).toBe('List not found.');
    const system = await get('/api/lists/values/WORK_REQUEST_TYPES/ACME');
    expect([system.statusCode, system.json().message]).toEqual([
      404,
      "The list WORK_REQUEST_TYPES has no values of 'ACME': it has those of SAP, HEXAGON, MAXIMO.",
    ]);
  });
});
