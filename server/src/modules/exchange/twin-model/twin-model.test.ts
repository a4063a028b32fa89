import type { ModelDefinitionInput } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
let maker: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  admin = await makeSession(db, { isAdmin: true });
  maker = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['library-model'] });
  viewer = await makeViewerSession(db);
});
afterAll(() => test.close());

type Headers = Record<string, string>;
const path = '/api/library/models';
let count = 0;
const newModel = (more: object = {}) => ({ name: `Model ${++count}`, accessLevel: 'tenant', ...more });

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, body?: unknown) {
  const answer = await test.ask(method, url, headers, body);
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    headers: answer.headers,
  };
}
async function ok<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers,
  body?: unknown,
) {
  const answer = await ask(method, url, headers, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}
const create = (more: object = {}, headers = maker) => ok<TwinModel>('POST', path, headers, newModel(more));

const change = ({ id: _, version, notes: __, ...model }: TwinModel, more: object = {}) => ({
  ...pick(model),
  version,
  ...more,
});
function pick(model: Omit<TwinModel, 'id' | 'version' | 'notes'>) {
  const { name, description, taxonomyId, author, manufacturer, accessLevel, active } = model;
  return { name, description, taxonomyId, author, manufacturer, model: model.model, accessLevel, active };
}
const definition: ModelDefinitionInput = {
  tagAliases: [{ id: 1, name: 'Vibration', unit: 'mm/s' }],
  indicators: [
    {
      id: 2,
      name: 'High vibration',
      tagAliasIds: [1],
      thresholds: [{ id: 3, name: 'Alarm', logic: '[Vibration] > 4.5', level: 500 }],
    },
  ],
};
const withDefinition = (more: ModelDefinitionInput) => ({ ...definition, ...more });
const update = (model: TwinModel, more: object, headers = maker) =>
  ok<TwinModel>('PUT', `${path}/${model.id}`, headers, change(model, more));
const publish = (model: TwinModel, more: object = {}, headers = maker) =>
  ok<TwinModel>('POST', `${path}/${model.id}/publish`, headers, { version: model.version, ...more });
async function createPublished(more: object = {}) {
  return publish(await update(await create(more), { definition }));
}
const toVersion = ({ major, minor, patch }: TwinModel) => [major, minor, patch];

describe('a model', () => {
  it('starts as an empty draft', async () => {
    const model = await create({ description: 'For feed pumps', manufacturer: 'KSB' });
    expect(model).toMatchObject({
      description: 'For feed pumps',
      manufacturer: 'KSB',
      state: 'draft',
      active: true,
      major: 0,
      minor: 0,
      patch: 0,
      twinCount: 0,
      mayEdit: true,
      isStarter: false,
      draftVersionId: model.versionId,
      definition: { missionTime: null, indicators: [] },
    });
    expect(await ok('GET', `${path}/${model.id}`, viewer)).toEqual({ ...model, mayEdit: false });
  });

  it('has a unique name, ignoring case', async () => {
    const { name } = await create();
    const again = await ask('POST', path, maker, newModel({ name: name.toUpperCase() }));
    expect([again.status, again.body.message]).toEqual([
      409,
      `A model named ${name.toUpperCase()} already exists.`,
    ]);
    const other = await create();
    expect((await ask('PUT', `${path}/${other.id}`, maker, change(other, { name }))).status).toBe(409);
  });

  it('is rejected for an unknown class', async () => {
    const answer = await ask('POST', path, maker, newModel({ taxonomyId: 999_999 }));
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'taxonomyId']);
  });

  it('can be created from the parts of a twin, numbered from 1', async () => {
    const { db } = test.tenant;
    const twinId = await makeTwin(db);
    await makeProtection(db, { twinId, name: 'Heat' });
    const model = await create({ from: { kind: 'twin', twinId } });
    expect(model.definition.indicators).toMatchObject([{ name: 'Heat' }]);
    expect(model.definition.indicators[0]!.id).toBeLessThan(20);
    const unknown = await ask('POST', path, maker, newModel({ from: { kind: 'twin', twinId: 999_999 } }));
    expect([unknown.status, unknown.body.errors[0].path]).toEqual([400, 'from.twinId']);
  });

  it('can be created from the parts of a version that the user may see', async () => {
    const source = await createPublished();
    const copy = await create({ from: { kind: 'version', versionId: source.versionId } });
    expect(copy.definition).toEqual(source.definition);
    const hidden = await create({ accessLevel: 'private' }, admin);
    const from = { kind: 'version', versionId: hidden.versionId };
    expect((await ask('POST', path, maker, newModel({ from }))).status).toBe(400);
  });
});

describe('a change', () => {
  it('keeps the highest part id, even of a part that was removed in an earlier version', async () => {
    const first = await createPublished();
    expect(first.lastPartId).toBe(3);
    const more = { ...withDefinition({}), failureModes: [{ id: 40, name: 'Rubs' }] };
    const second = await publish(await update(first, { definition: more }));
    const third = await publish(await update(second, { definition }));
    expect((await update(third, { description: 'Later' })).lastPartId).toBe(40);
    expect((await create()).lastPartId).toBe(0);
  });

  it('of properties is visible at once, and creates no draft', async () => {
    const model = await createPublished();
    const changed = await update(model, { description: 'New', active: false });
    expect(changed).toMatchObject({
      description: 'New',
      active: false,
      state: 'published',
      draftVersionId: null,
    });
  });

  it('of the definition creates a single draft, and leaves the published version unchanged', async () => {
    const model = await createPublished();
    const first = await update(model, { definition: withDefinition({ missionTime: 'P1Y' }), notes: 'One' });
    const second = await update(first, { definition: withDefinition({ missionTime: 'P2Y' }), notes: 'Two' });
    expect(second).toMatchObject({
      state: 'draft',
      notes: 'Two',
      versionId: first.versionId,
      major: 1,
      definition: { missionTime: 'P2Y' },
    });
    expect(await ok('GET', `${path}/${model.id}`, maker)).toMatchObject({
      state: 'published',
      draftVersionId: second.versionId,
      definition: { missionTime: null },
    });
    const draft = `${path}/${model.id}?versionId=${second.versionId}`;
    expect(await ok('GET', draft, maker)).toMatchObject({ state: 'draft', notes: 'Two' });
  });

  it('to the published definition creates no draft', async () => {
    const model = await createPublished();
    expect(await update(model, { definition })).toMatchObject({ state: 'published', draftVersionId: null });
  });

  it('based on an earlier version answers 409 with the model', async () => {
    const model = await create();
    await update(model, { description: 'First' });
    const late = await ask('PUT', `${path}/${model.id}`, admin, change(model, { description: 'Second' }));
    expect(late.status).toBe(409);
    expect(late.body.current).toMatchObject({ description: 'First', version: model.version + 1 });
  });
});

describe('a publication', () => {
  it('numbers versions by the kind of their changes', async () => {
    let model = await createPublished();
    expect(toVersion(model)).toEqual([1, 0, 0]);
    const next = async (more: ModelDefinitionInput) => {
      model = await publish(await update(model, { definition: withDefinition(more) }));
      return toVersion(model);
    };
    expect(await next({ missionTime: 'P1Y' })).toEqual([1, 0, 1]);
    expect(await next({ missionTime: 'P1Y', failureModes: [{ id: 9, name: 'Wear' }] })).toEqual([1, 1, 0]);
    expect(await next({ missionTime: 'P1Y' })).toEqual([2, 0, 0]);
    const draft = await update(model, { definition });
    expect(toVersion(await publish(draft, { level: 'minor', notes: 'As before' }))).toEqual([2, 1, 0]);
    const versions = await ask('GET', `${path}/${model.id}/versions?page-size=2`, viewer);
    expect(versions.headers['x-paging-total-records']).toBe('5');
    expect(versions.body).toMatchObject([
      { major: 2, minor: 1, notes: 'As before', twinCount: 0, publishedBy: expect.stringContaining('user') },
      { major: 2, minor: 0 },
    ]);
  });

  it('is rejected while the draft has problems, which are listed with their places', async () => {
    const model = await update(await create(), {
      definition: withDefinition({ tagAliases: [{ id: 1, name: 'Speed' }] }),
    });
    const state = await ok<{ problems: unknown[]; proposed: string }>(
      'GET',
      `${path}/${model.id}/draft`,
      viewer,
    );
    expect(state).toMatchObject({
      proposed: 'major',
      differences: [],
      problems: [{ kind: 'thresholds', id: 3, part: 'Alarm', field: 'logic' }],
    });
    const refused = await ask('POST', `${path}/${model.id}/publish`, maker, { version: model.version });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'definition.thresholds.3.logic']);
  });

  it('returns the changes of the draft', async () => {
    const model = await createPublished();
    await update(model, { definition: withDefinition({ failureModes: [{ id: 9, name: 'Wear' }] }) });
    expect(await ok('GET', `${path}/${model.id}/draft`, maker)).toMatchObject({
      proposed: 'minor',
      problems: [],
      differences: [{ kind: 'failureModes', name: 'Wear', change: 'added' }],
    });
  });

  it('of the same draft by two users at once creates one version', async () => {
    const model = await update(await create(), { definition });
    const answers = await Promise.all(
      [maker, admin, maker].map((headers) =>
        ask('POST', `${path}/${model.id}/publish`, headers, { version: model.version }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 404)).toHaveLength(2);
    expect(await ok('GET', `${path}/${model.id}/versions`, maker)).toHaveLength(1);
  });

  it('requires a draft that changes something', async () => {
    const model = await createPublished();
    expect((await ask('POST', `${path}/${model.id}/publish`, maker, { version: model.version })).status).toBe(
      404,
    );
    const draft = await update(model, { definition: withDefinition({ missionTime: 'P1Y' }) });
    const same = await update(draft, { definition });
    const refused = await ask('POST', `${path}/${model.id}/publish`, maker, { version: same.version });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The draft contains no changes. Discard it instead.',
    ]);
  });

  it('is permanent: the database rejects changes to it', async () => {
    const { versionId } = await createPublished();
    const { db } = test.tenant;
    const altered = db
      .updateTable('twin_model_version')
      .set({ definition: '{}' })
      .where('id', '=', versionId)
      .execute();
    await expect(altered).rejects.toThrow('A published version of a model never changes.');
  });
});

it('compares two versions part by part', async () => {
  const first = await createPublished();
  const second = await publish(
    await update(first, { definition: { tagAliases: [{ id: 1, name: 'Velocity', unit: 'mm/s' }] } }),
  );
  const url = (from: number, to: number) => `${path}/${first.id}/differences?from=${from}&to=${to}`;
  expect(await ok('GET', url(first.versionId, second.versionId), viewer)).toMatchObject([
    {
      kind: 'tagAliases',
      change: 'changed',
      fields: [{ field: 'name', before: 'Vibration', after: 'Velocity' }],
    },
    { kind: 'indicators', change: 'removed', name: 'High vibration' },
    { kind: 'thresholds', change: 'removed', parent: 'High vibration' },
  ]);
  const { versionId } = await createPublished();
  expect((await ask('GET', url(first.versionId, versionId), viewer)).status).toBe(404);
});

describe('a deletion', () => {
  it('of the draft leaves the published version', async () => {
    const model = await createPublished();
    await update(model, { definition: withDefinition({ missionTime: 'P1Y' }) });
    await ok('DELETE', `${path}/${model.id}/draft`, maker);
    expect(await ok('GET', `${path}/${model.id}`, maker)).toMatchObject({
      draftVersionId: null,
      state: 'published',
    });
    expect((await ask('DELETE', `${path}/${model.id}/draft`, maker)).status).toBe(404);
    const fresh = await create();
    expect((await ask('DELETE', `${path}/${fresh.id}/draft`, maker)).status).toBe(409);
  });

  it('is rejected while twins of the model exist', async () => {
    const model = await createPublished();
    const { db } = test.tenant;
    const twinId = await makeTwin(db);
    const setVersion = (versionId: number | null) =>
      db.updateTable('twin').set({ model_version_id: versionId }).where('id', '=', twinId).execute();
    await setVersion(model.versionId);
    expect(await ok('GET', `/api/twins/${twinId}`, viewer)).toMatchObject({ twinType: model.name });
    await publish(await update(model, { definition: withDefinition({ missionTime: 'P1Y' }) }));
    expect(await ok('GET', `${path}/${model.id}`, viewer)).toMatchObject({ twinCount: 1, outdatedCount: 1 });
    const refused = await ask('DELETE', `${path}/${model.id}`, maker);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `The model ${model.name} can't be deleted: 1 twin is created from it. Retire it instead.`,
    ]);
    await setVersion(null);
    await ok('DELETE', `${path}/${model.id}`, maker);
    expect((await ask('GET', `${path}/${model.id}`, maker)).status).toBe(404);
  });
});

describe('access', () => {
  const list = async (headers: Headers, body: object = { filters: [], sorts: [] }) =>
    (await ok<TwinModel[]>('POST', `${path}/filters?page-size=1000`, headers, body)).map(({ id }) => id);

  it('to a private model is limited to its creator and administrators', async () => {
    const model = await create({ accessLevel: 'private' });
    const other = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['library-model'] });
    for (const [headers, sees] of [
      [maker, true],
      [admin, true],
      [viewer, false],
      [other, false],
    ] as const) {
      expect((await ask('GET', `${path}/${model.id}`, headers)).status).toBe(sees ? 200 : 404);
      expect((await list(headers)).includes(model.id)).toBe(sees);
    }
    const attempts = [
      ask('PUT', `${path}/${model.id}`, other, change(model)),
      ask('DELETE', `${path}/${model.id}`, other),
      ask('GET', `${path}/${model.id}/versions`, other),
      ask('GET', `${path}/${model.id}/draft`, other),
      ask('DELETE', `${path}/${model.id}/draft`, other),
      ask('POST', `${path}/${model.id}/publish`, other, { version: model.version }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(Array(6).fill(404));
  });

  it('cannot be restricted by making the model of another user private', async () => {
    const model = await create({}, admin);
    const refused = await ask('PUT', `${path}/${model.id}`, maker, change(model, { accessLevel: 'private' }));
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only the creator of a model and administrators can make it private.',
    ]);
  });

  it('filters and sorts the list by the fields of models', async () => {
    const model = await createPublished({ manufacturer: 'Sulzer' });
    const draft = await create({ manufacturer: 'Sulzer' });
    const by = (field: string, value: unknown) => ({ field, operator: 'EqualTo', value });
    const sulzer = by('Manufacturer', 'Sulzer');
    const sorts = [{ field: 'Name', direction: 'Descending' }];
    expect(await list(viewer, { filters: [sulzer], sorts })).toEqual([draft.id, model.id]);
    expect(await list(viewer, { filters: [sulzer, by('State', 'published')], sorts: [] })).toEqual([
      model.id,
    ]);
    expect(await list(viewer, { filters: [sulzer, by('TwinCount', 0)], sorts: [] })).toHaveLength(2);
    const hasDraft = { field: 'DraftVersionId', operator: 'IsNotNull' };
    expect(await list(viewer, { filters: [sulzer, hasDraft], sorts: [] })).toEqual([draft.id]);
  });

  it('finds models by their texts, except private ones', async () => {
    const found = async (text: string) => {
      const filters = [{ field: 'SearchText', operator: 'Contains', value: text }];
      return (await ok<{ id: number }[]>('POST', '/api/search', viewer, { filters, types: [4] })).map(
        ({ id }) => id,
      );
    };
    const model = await create({ description: 'Zentrifugalpumpe' });
    expect(await found('zentrifugal')).toEqual([model.id]);
    await update(model, { accessLevel: 'private' });
    expect(await found('zentrifugal')).toEqual([]);
  });
});
