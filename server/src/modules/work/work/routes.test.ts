import type { Work } from '@twinward/contracts/assets/work';
import { notInStore } from '@twinward/contracts/core/error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { readSheets } from '../../../testing/workbooks.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['work'] });
});
afterAll(() => server.close());

const createWorkTag = (name?: string) =>
  makeTag(server.tenant.db, { type: 'work', ...(name === undefined ? {} : { name }) });
const post = (url: string, body: unknown, headers = writer) => server.ask('POST', url, headers, body);
const record = async (tagId: number, more: Partial<Work>): Promise<Work> => {
  const answer = await post('/api/work', { tagId, name: 'Service', kind: 'preventive', ...more });
  expect([answer.statusCode, answer.json()]).toEqual([201, expect.anything()]);
  return answer.json();
};
const logged = async (tagId: number) =>
  (await server.tenant.db.selectFrom('point_change').selectAll().orderBy('id').execute()).flatMap(
    ({ tag_ids, from_times }) =>
      tag_ids.flatMap((id, i) => (id === tagId ? [new Date(Number(from_times[i])).toISOString()] : [])),
  );

describe('recording work', () => {
  it('stores all fields, and returns them', async () => {
    const assetId = await makeAsset(server.tenant.db);
    const tagId = await makeTag(server.tenant.db, { type: 'work', name: 'P1.WORK', assetIds: [assetId] });
    const twinId = await makeTwin(server.tenant.db, {
      assetId,
      aliases: [{ name: 'Repair', type: 'work', mappedTagId: tagId }],
    });
    const given = {
      number: '4711',
      name: 'Replace the seal',
      description: 'It leaked.',
      kind: 'corrective',
      duration: 'PT36H',
      cost: 1200,
      resource: 'Mechanics',
      failureMechanism: '1.1',
      failureCause: '3.4',
      planned: '2024-02-01T08:00:00.000Z',
      start: '2024-02-02T08:00:00.000Z',
      completed: '2024-02-03T20:00:00.000Z',
      lifeCycleState: 'new',
    };
    const answer = await post('/api/work', { tagId, ...given });
    expect(answer.statusCode).toBe(201);
    const work = answer.json<Work>();
    expect(work).toEqual({
      ...given,
      id: work.id,
      tagId,
      tagName: 'P1.WORK',
      twinId,
      tagAliasId: expect.any(Number),
      lifeCycleState: null,
      source: null,
      fields: {},
      version: 1,
    });
    expect((await server.ask('GET', `/api/work/${work.id}`, viewer)).json()).toEqual(work);
    expect(await logged(tagId)).toEqual(['2024-02-03T20:00:00.000Z']);
  });

  it.each([
    [{ name: '' }, 'name', 'Required.'],
    [{ kind: 'repair' }, 'kind', 'Please choose the kind of work.'],
    [{ cost: 1.5 }, 'cost', 'Please enter an integer.'],
    [{ cost: -1 }, 'cost', 'Please enter a positive number.'],
    [
      { duration: '3 h' },
      'duration',
      'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
    ],
    [{ failureMechanism: '9.9' }, 'failureMechanism', 'Please give a failure mechanism code of ISO 14224.'],
    [{ failureCause: '9.9' }, 'failureCause', 'Please give a failure cause code of ISO 14224.'],
    [{ lifeCycleState: 'edit' }, 'lifeCycleState', 'invalid life cycle state for probability: edit'],
    [
      { start: '2024-02-02T00:00:00Z', completed: '2024-02-01T00:00:00Z' },
      'completed',
      "Work can't be completed before it starts.",
    ],
    [{ duration: 'P999999999Y' }, 'duration', 'Please give a length of time of at most 1,000,000 hours.'],
    [{ completed: '2099-01-01T00:00:00Z' }, 'completed', "Work can't be completed in the future."],
  ])('rejects %o', async (wrong, path, message) => {
    const tagId = await createWorkTag();
    const answer = await post('/api/work', { tagId, name: 'Service', kind: 'other', ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ path, message }]);
  });

  it('is rejected under an unknown tag, a tag without work, and with a number in use', async () => {
    const unknown = await post('/api/work', { tagId: 999_999_999, name: 'Service', kind: 'other' });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([
      400,
      [{ path: 'tagId', message: notInStore(999_999_999) }],
    ]);
    const points = await makeTag(server.tenant.db, { name: 'points' });
    const noWork = await post('/api/work', { tagId: points, name: 'Service', kind: 'other' });
    expect([noWork.statusCode, noWork.json().message]).toEqual([409, 'The tag points records no work.']);
    const tagId = await createWorkTag();
    await record(tagId, { number: '1' });
    const again = await post('/api/work', { tagId, name: 'Other', kind: 'other', number: '1' });
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'Work with the number 1 already exists for this tag.',
    ]);
    await record(await createWorkTag(), { number: '1' });
  });

  it('requires the right to write work', async () => {
    const body = { tagId: 1, name: 'Service', kind: 'other' };
    expect((await post('/api/work', body, viewer)).statusCode).toBe(403);
    expect((await post('/api/work', body, {})).statusCode).toBe(401);
  });
});

describe('changing work', () => {
  const toChange = ({ id: _, tagId: __, tagName: ___, twinId: ____, tagAliasId: _____, ...work }: Work) =>
    work;

  it('increments its version and evaluates from the earlier of both completions', async () => {
    const tagId = await createWorkTag();
    const work = await record(tagId, { completed: '2024-03-10T00:00:00.000Z' });
    const moved = { ...toChange(work), completed: '2024-03-20T00:00:00.000Z', cost: 5 };
    const answer = await server.ask('PUT', `/api/work/${work.id}`, writer, moved);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...work, ...moved, version: 2 }]);
    const named = await server.ask('PUT', `/api/work/${work.id}`, writer, {
      ...moved,
      name: 'Other',
      version: 2,
    });
    expect(named.statusCode).toBe(200);
    expect(await logged(tagId)).toEqual(['2024-03-10T00:00:00.000Z', '2024-03-10T00:00:00.000Z']);
  });

  it('is rejected for an outdated version, with the current work', async () => {
    const work = await record(await createWorkTag(), {});
    await server.ask('PUT', `/api/work/${work.id}`, writer, { ...toChange(work), name: 'First' });
    const late = await server.ask('PUT', `/api/work/${work.id}`, writer, {
      ...toChange(work),
      name: 'Second',
    });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      message:
        'The work First was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { name: 'First', version: 2 },
    });
  });

  it('is rejected without the right, with invalid times, and for unknown ids', async () => {
    const work = await record(await createWorkTag(), { start: '2024-01-02T00:00:00.000Z' });
    const url = `/api/work/${work.id}`;
    expect((await server.ask('PUT', url, viewer, toChange(work))).statusCode).toBe(403);
    const wrong = { ...toChange(work), completed: '2024-01-01T00:00:00Z' };
    expect((await server.ask('PUT', url, writer, wrong)).statusCode).toBe(400);
    const gone = await server.ask('PUT', '/api/work/999999999', writer, toChange(work));
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Work not found.']);
  });

  it('by a deletion evaluates from the completion of the work', async () => {
    const tagId = await createWorkTag();
    const work = await record(tagId, { completed: '2024-03-10T00:00:00.000Z' });
    const url = `/api/work/${work.id}`;
    expect((await server.ask('DELETE', url, viewer)).statusCode).toBe(403);
    expect((await server.ask('DELETE', url, writer)).statusCode).toBe(204);
    expect((await server.ask('DELETE', url, writer)).statusCode).toBe(404);
    expect((await server.ask('GET', url, viewer)).statusCode).toBe(404);
    expect(await logged(tagId)).toEqual(['2024-03-10T00:00:00.000Z', '2024-03-10T00:00:00.000Z']);
  });

  it('is audited', async () => {
    const work = await record(await createWorkTag(), {});
    await server.ask('PUT', `/api/work/${work.id}`, writer, { ...toChange(work), cost: 7 });
    await server.ask('DELETE', `/api/work/${work.id}`, writer);
    const lines = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'new'])
      .where('entity_type', '=', 'work')
      .where('entity_id', '=', String(work.id))
      .orderBy('id')
      .execute();
    expect(lines.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(lines[1]!.new).toEqual({ cost: 7 });
  });
});

describe('lists of work', () => {
  let tagId: number;
  let url: string;
  const at = (day: number) => `2024-05-${String(day).padStart(2, '0')}T00:00:00.000Z`;

  beforeAll(async () => {
    tagId = await createWorkTag('LISTED');
    url = `/api/tags/${tagId}/work/filters`;
    await record(tagId, { name: 'done early', start: at(1), completed: at(2), cost: 100, duration: 'PT4H' });
    await record(tagId, {
      name: 'done late',
      start: at(10),
      completed: at(12),
      kind: 'corrective',
      cost: 50,
    });
    await record(tagId, { name: 'under way', start: at(11) });
    await record(tagId, { name: 'planned', planned: at(20), cost: 25 });
    await record(await createWorkTag(), { name: 'of another', start: at(5), completed: at(5) });
  });

  const names = (answer: { json: () => Work[] }) => answer.json().map(({ name }) => name);

  it('return the latest completed work', async () => {
    const answer = await post(
      `${url}?page-number=1&page-size=1`,
      {
        filters: [{ field: 'Completed', operator: 'IsNotNull', dataType: 'D' }],
        sorts: [{ field: 'Completed', direction: 'Descending' }],
      },
      viewer,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-paging-total-records']).toBe('2');
    expect(names(answer)).toEqual(['done late']);
  });

  it('filter a range by completion, otherwise by planned time, otherwise by start', async () => {
    const within = (field: string) => ({
      operator: 'GroupAnd',
      filters: [
        { field, operator: 'GreaterThanEqualTo', value: at(2), dataType: 'D' },
        { field, operator: 'LessThan', value: at(12), dataType: 'D' },
      ],
    });
    const missing = (field: string) => ({ field, operator: 'IsNull', dataType: 'D' });
    const answer = await post(
      `${url}?page-number=1&page-size=50`,
      {
        filters: [
          {
            operator: 'GroupOr',
            filters: [
              within('Completed'),
              { operator: 'GroupAnd', filters: [missing('Completed'), within('Planned')] },
              {
                operator: 'GroupAnd',
                filters: [missing('Completed'), missing('Planned'), within('Start')],
              },
            ],
          },
        ],
        sorts: [{ field: 'Start', direction: 'Descending' }],
      },
      viewer,
    );
    expect(names(answer)).toEqual(['under way', 'done early']);
    expect(answer.headers['x-paging-total-records']).toBe('2');
  });

  it('sort the latest start first by default', async () => {
    expect(names(await post(url, {}, viewer))).toEqual(['under way', 'done late', 'done early', 'planned']);
  });

  it('reject unknown fields and tags', async () => {
    const field = await post(url, { filters: [{ field: 'Color', operator: 'IsNull' }] }, viewer);
    expect(field.statusCode).toBe(400);
    expect(field.json().message).toBe(
      "There is no field 'Color'. The fields are Id, TagId, TagName, Number, Name, Kind, Resource, Cost, FailureMechanism, FailureCause, Planned, Start, Completed.",
    );
    expect((await post('/api/tags/999999999/work/filters', {}, viewer)).statusCode).toBe(404);
    expect((await post(url, {}, {})).statusCode).toBe(401);
    expect((await post(url, {}, await makeSession(server.tenant.db))).statusCode).toBe(403);
  });

  it('cover several tags, and return totals', async () => {
    const filters = [{ field: 'TagId', operator: 'In', value: [tagId] }];
    const all = await post('/api/work/filters', { filters }, viewer);
    expect(names(all)).toEqual(['under way', 'done late', 'done early', 'planned']);
    const totals = await post('/api/work/totals', { filters }, viewer);
    // Four recorded hours, and two days from start to completion.
    expect(totals.json()).toEqual({ count: 4, completed: 2, failures: 1, cost: 175, duration: 'PT52H' });
    const none = await post('/api/work/totals', {
      filters: [{ field: 'Id', operator: 'LessThan', value: 0 }],
    });
    expect(none.json()).toEqual({ count: 0, completed: 0, failures: 0, cost: 0, duration: 'P0D' });
  });

  it('return the oldest time', async () => {
    const oldest = (ids: number[]) => post('/api/tags/work/oldest', ids, viewer);
    expect((await oldest([tagId])).json()).toEqual({ time: at(1) });
    expect((await oldest([await createWorkTag()])).json()).toEqual({ time: null });
    expect((await post('/api/tags/work/oldest', [tagId], {})).statusCode).toBe(401);
    const nobody = await makeSession(server.tenant.db);
    expect((await post('/api/tags/work/oldest', [tagId], nobody)).statusCode).toBe(403);
    const gone = await oldest([tagId, 999_999_999]);
    expect([gone.statusCode, gone.json().message]).toEqual([404, notInStore(999_999_999)]);
    expect((await oldest([])).statusCode).toBe(400);
  });

  it('are merged into columns and counted by the database, with any amount of work', async () => {
    const tag = await createWorkTag();
    const many = 3000;
    const hour = 3_600_000;
    const start = Date.UTC(2020, 0, 1);
    await server.tenant.db
      .insertInto('work')
      .values(
        Array.from({ length: many }, (_, index) => ({
          tag_id: tag,
          name: `Round ${index}`,
          kind: 'inspection' as const,
          started_at: new Date(start + index * hour),
          completed_at: index % 2 === 0 ? new Date(start + index * hour + hour / 2) : null,
        })),
      )
      .execute();
    await record(tag, { planned: new Date(start).toISOString() });
    const ask = async (path: string, query: string, headers = viewer) =>
      server.ask('GET', `/api/tags/work/${path}?${query}`, headers);
    const whole = `from=${start}&to=${start + many * hour}`;
    expect((await ask('counts', `id=${tag}&id=${tagId}&${whole}`)).json()).toEqual([
      { tagId: tag, count: many + 1 },
      { tagId, count: 0 },
    ]);
    expect((await ask('counts', `id=${tag}&${whole}&completed=true`)).json()[0].count).toBe(many / 2);
    const [lane] = (await ask('spans', `id=${tag}&${whole}&columns=10`)).json();
    expect(lane.spans).toHaveLength(10);
    expect(lane.spans[0]).toEqual({ start, end: start + 299 * hour, count: 301 });
    const one = `id=${tag}&from=${start + hour}&to=${start + 2 * hour}`;
    expect((await ask('spans', one)).json()[0].spans).toEqual([
      { start: start + hour, end: start + hour, count: 1 },
    ]);
    for (const path of ['spans', 'counts']) {
      expect((await ask(path, `id=${tag}&from=2&to=1`)).json().message).toBe(
        'The end of the range must be after its start.',
      );
      expect((await ask(path, whole)).statusCode).toBe(400);
      expect((await ask(path, `id=${tag}&${whole}`, {})).statusCode).toBe(401);
      expect((await ask(path, `id=${tag}&${whole}`, await makeSession(server.tenant.db))).statusCode).toBe(
        403,
      );
      expect((await ask(path, `id=999999999&${whole}`)).statusCode).toBe(404);
    }
  });

  it('are exported as a workbook', async () => {
    const answer = await post(
      '/api/work/export',
      {
        filters: [{ field: 'TagId', operator: 'EqualTo', value: tagId }],
        sorts: [{ field: 'Name', direction: 'Ascending' }],
      },
      viewer,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const rows = readSheets(answer.rawPayload).Work!;
    expect(rows.length).toBe(5);
    expect(rows[0]!.slice(0, 5)).toEqual(['Tag', 'Number', 'Name', 'Description', 'Kind']);
    expect(rows[1]!.slice(0, 10)).toEqual([
      'LISTED',
      null,
      'done early',
      null,
      'preventive',
      null,
      at(1).replace('.000Z', '+00:00'),
      at(2).replace('.000Z', '+00:00'),
      4,
      100,
    ]);
  });
});
