import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { getTaxonomyByCaption } from '../../assets/taxonomy/service.ts';
import { compareDefinitions } from './compare.ts';
import { listStarterFiles, loadStarterLibrary, readStarterModel } from './starter.ts';

let test: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

const files = await listStarterFiles();

describe('the starter library', () => {
  it('has models of ten kinds of equipment', async () => {
    const names = (await Promise.all(files.map(readStarterModel))).map(({ name }) => name);
    expect(names.sort()).toEqual([
      'Centrifugal compressor',
      'Centrifugal pump',
      'Control valve',
      'Electric motor',
      'Fan',
      'Gearbox',
      'Heat exchanger',
      'Power transformer',
      'Reciprocating compressor',
      'Steam turbine',
    ]);
  });

  it.each(files)('contains %s, which can be published with existing units and classes', async (file) => {
    const { db } = test.tenant;
    const { definition, class: place } = await readStarterModel(file);
    const { problems } = await compareDefinitions(db, { before: null, after: definition, isChecked: true });
    expect(problems).toEqual([]);
    if (place) expect((await getTaxonomyByCaption(db))(place)).toBeDefined();
    const codes = [...definition.tagAliases, ...definition.tags, ...definition.parameters];
    const units = await db.selectFrom('unit').select('code').execute();
    const known = new Set(units.map(({ code }) => code));
    expect(codes.flatMap(({ unit }) => (unit === null || known.has(unit) ? [] : [unit]))).toEqual([]);
  });

  it.each(files)(
    'states the source of every life in %s or marks it as assumed, with ISO 14224 codes',
    async (file) => {
      const { definition } = await readStarterModel(file);
      expect(definition.failureModes.length).toBeGreaterThanOrEqual(4);
      for (const { name, mechanism, cause, probability } of definition.failureModes) {
        expect([name, mechanism, cause]).not.toContain(null);
        expect(probability?.source, name).toMatch(/^(Assumption|Source): ./);
      }
      const types = new Set(definition.indicators.map(({ type }) => type));
      expect([...types].sort()).toEqual(['activity', 'condition']);
      expect(definition.parameters.length).toBeGreaterThan(0);
      expect(definition.tags.length).toBeGreaterThan(0);
      expect(definition.activities.length).toBeGreaterThan(0);
      // Inputs that name their tag are calculated by the model.
      const found = definition.tagAliases.filter(
        ({ type, tagNamePattern }) => type === 'data_point' && tagNamePattern === null,
      );
      for (const { name, keywords } of found) expect(keywords, name).not.toEqual([]);
    },
  );

  it('is loaded once, so that removed models are not restored', async () => {
    const { db } = test.tenant;
    const loaded = await Promise.all([loadStarterLibrary(db), loadStarterLibrary(db)]);
    expect(loaded.sort()).toEqual([0, 10]);
    const list = await test.ask('POST', '/api/library/models/filters', admin, { filters: [], sorts: [] });
    const [first, ...others] = list.json();
    expect(others).toHaveLength(9);
    expect(first).toMatchObject({
      isStarter: true,
      state: 'published',
      major: 1,
      minor: 0,
      patch: 0,
      author: 'Twinward starter library',
      accessLevel: 'tenant',
    });
    expect((await test.ask('DELETE', `/api/library/models/${first.id}`, admin)).statusCode).toBe(204);
    expect(await loadStarterLibrary(db)).toBe(0);
    const status = (await test.ask('GET', '/api/library/status', admin)).json();
    expect(status).toMatchObject({ available: true, lastSync: null, modelCount: 9 });
    expect(Number.isNaN(Date.parse(status.version))).toBe(false);
  });
});
