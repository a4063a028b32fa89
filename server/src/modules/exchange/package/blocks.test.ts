import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { createExchange, createPackage } from '../../../testing/packages.ts';
import { toBlocks } from './blocks.ts';
import { assetKind } from './kinds/asset.ts';
import { listKind } from './kinds/list.ts';
import { tagKind } from './kinds/tag.ts';
import { Names } from './names.ts';
import type { Step } from './plan.ts';

describe('blocks of steps', () => {
  const names = new Names();
  const toStep = (
    name: string,
    needs: string[] = [],
    more: Partial<Step> & { action?: 'update' } = {},
  ): Step => {
    const { action = 'create', part = 'whole' } = more;
    const kind = [assetKind, listKind, tagKind].find((one) => name.startsWith(one.name))!;
    const toNumber = (key: string) => names.toNumber({ kind: key.split(' ')[0]!, key });
    const numbers = needs.map(toNumber);
    const packed = {
      kind,
      key: name,
      number: toNumber(name),
      ...{ needs: numbers, required: numbers, shallow: [], users: [] },
      ...{ offset: 0, length: 0 },
    };
    return { planned: { packed, action, differences: null, message: null }, part };
  };
  const describeBlocks = (steps: Step[]) =>
    toBlocks(steps).map((block) => block.map(({ planned }) => planned.packed.key).join(', '));

  it('contain records of one kind that do not depend on each other', () => {
    const steps = [
      toStep('asset 1'),
      toStep('asset 2'),
      toStep('tag of none'),
      toStep('asset 3', ['asset 1']),
      toStep('tag 1', ['asset 1']),
      toStep('asset 4', ['asset 2']),
      toStep('tag 2', ['asset 2', 'asset elsewhere']),
      toStep('tag 3', ['asset 3']),
    ];
    expect(describeBlocks(steps)).toEqual([
      'asset 1, asset 2',
      'tag of none',
      'asset 3, asset 4',
      'tag 1, tag 2',
      'tag 3',
    ]);
  });

  it('contain a single step for an update, and for a record that is written in two steps', () => {
    const steps = [
      toStep('asset 1', [], { action: 'update' }),
      toStep('asset 2'),
      toStep('list 1'),
      toStep('list 2'),
      toStep('asset 3', [], { part: 'core' }),
      toStep('asset 4'),
      toStep('asset 3', [], { part: 'rest' }),
      toStep('asset 5'),
      toStep('asset 6'),
    ];
    expect(describeBlocks(steps)).toEqual([
      'asset 1',
      'asset 2',
      'list 1',
      'list 2',
      'asset 3',
      'asset 4',
      'asset 3',
      'asset 5, asset 6',
    ]);
  });

  it('have at most 500 records', () => {
    const steps = Array.from({ length: 1250 }, (_, number) => toStep(`asset ${number}`));
    expect(toBlocks(steps).map((block) => block.length)).toEqual([500, 500, 250]);
  });

  it('have at most 1 MB, or a single record', () => {
    const quarter = 256 * 1024;
    const steps = [1, 2, 1, 1, 5].map((size, number) => {
      const step = toStep(`asset ${number}`);
      step.planned.packed.length = size * quarter;
      return step;
    });
    expect(describeBlocks(steps)).toEqual(['asset 0, asset 1, asset 2', 'asset 3', 'asset 4']);
  });
});

describe('an import in blocks', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  it('reports the records that can’t be written, and writes the others', async () => {
    const { db } = server.tenant;
    const headers = await makeSession(db, { isAdmin: true });
    const exchange = createExchange(server, headers);
    const keys = ['X-1', 'X-2', 'X-3'];
    const createDefinition = (key: string) => ({
      tagAliases: [{ id: 1, name: 'Flow' }],
      parameters: [{ id: 2, name: 'trip', kind: 'number', default: 7 }],
      indicators: [
        {
          id: 3,
          name: 'Low flow',
          thresholds: [
            { id: 4, name: 'Low', level: 500, logic: key === 'X-2' ? '[Flow] <' : '[Flow] < {trip}' },
          ],
        },
      ],
    });
    const check = await exchange.check(
      await createPackage({
        asset: keys.map((uniqueId) => ({ uniqueId, assetName: `Pump ${uniqueId}` })),
        tag: keys.map((key) => ({ name: `${key}.F`, caption: 'Flow', type: 'data_point', assets: [key] })),
        twin: keys.map((asset) => ({
          asset,
          startDate: '2026-01-01T00:00:00.000Z',
          definition: createDefinition(asset),
          tags: { Flow: `${asset}.F` },
        })),
      }),
    );
    expect(check.result).toMatchObject({ problems: [], counts: { create: 8, conflict: 1 } });
    const conflicts = await exchange.rows(check.commandId, '?action=conflict');
    expect(conflicts).toMatchObject([{ kind: 'twin', key: 'X-2' }]);
    const imported = await exchange.import(check.commandId, { trust: true, leaveOutConflicts: true });
    expect(imported).toMatchObject({ error: null, result: { created: 8 } });
    const twins = await db
      .selectFrom('twin')
      .innerJoin('asset', 'asset.id', 'asset_id')
      .innerJoin('tag_alias', 'twin_id', 'twin.id')
      .innerJoin('tag', 'tag.id', 'mapped_tag_id')
      .innerJoin('protection', 'protection.twin_id', 'twin.id')
      .innerJoin('twin_parameter', 'twin_parameter.twin_id', 'twin.id')
      .select(['unique_id', 'tag.name as tag', 'protection.name as protection'])
      .select('twin_parameter.value')
      .orderBy('unique_id')
      .execute();
    expect(twins).toEqual([
      { unique_id: 'X-1', tag: 'X-1.F', protection: 'Low flow', value: 7 },
      { unique_id: 'X-3', tag: 'X-3.F', protection: 'Low flow', value: 7 },
    ]);
    const audit = await db
      .selectFrom('audit_entry')
      .select(['entity_type', 'entity_name'])
      .where('action', '=', 'create')
      .where('entity_type', 'in', ['asset', 'tag', 'twin'])
      .orderBy('id')
      .execute();
    expect(audit.map(({ entity_type, entity_name }) => `${entity_type} ${entity_name}`)).toEqual([
      'asset Pump X-1',
      'asset Pump X-2',
      'asset Pump X-3',
      'tag X-1.F',
      'tag X-2.F',
      'tag X-3.F',
      'twin Pump X-1',
      'twin Pump X-3',
    ]);
  });
});
