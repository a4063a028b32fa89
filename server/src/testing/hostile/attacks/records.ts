import { sql } from 'kysely';
import { type makeAsset, makeTwin } from '../../factories.ts';
import { type Attack, toOutcome } from '../attack.ts';

/** Calls that request much data, or change one record repeatedly. */
export const recordAttacks: readonly Attack[] = [
  {
    name: 'lists with costly filters, sorts and pages',
    concurrency: 12,
    outcomes: ['200', '400', '503'],
    prepare: async (stage) => {
      await makeManyAssets(stage.hostile.db);
      const texts = Array.from({ length: 1000 }, (_, i) => `asset ${i}${'%_'.repeat(100)}`);
      const contains = (value: string) => ({
        field: 'AssetName',
        operator: 'Contains',
        value,
        dataType: 'C',
      });
      const sorts = ['AssetName', 'UniqueId', 'Id'].map((field) => ({ field, direction: 'Descending' }));
      const bodies = [
        { filters: [{ field: 'AssetName', operator: 'In', value: texts, dataType: 'C' }], sorts },
        {
          filters: [
            { operator: 'GroupOr', filters: Array.from({ length: 100 }, (_, i) => contains(`${i % 10}`)) },
          ],
          sorts,
        },
        { filters: Array.from({ length: 100 }, (_, i) => contains('%_'.repeat(i))), sorts },
      ];
      let count = 0;
      return async ({ index }) => {
        const number = count++;
        const page = number % 2 === 0 ? 1 : 999_999;
        const path = `/api/assets/filters?page-size=1000&page-number=${page}`;
        return toOutcome(await stage.send(index, 'POST', path, bodies[number % bodies.length]));
      };
    },
  },
  {
    name: 'lists of 100 groups of 100 groups of filters',
    concurrency: 8,
    // The first has more than 200 filters, the second more than 1 MiB.
    outcomes: ['400', '413'],
    prepare: async (stage) => {
      const one = { field: 'Id', operator: 'EqualTo', value: 1, dataType: 'N' };
      const group = (filters: object[]) => ({ operator: 'GroupOr', filters });
      const hundred = <T>(value: T): T[] => Array.from({ length: 100 }, () => value);
      const bodies = [
        { filters: hundred(group(hundred(one))) },
        { filters: [group(hundred(group(hundred(group([one, one])))))] },
      ];
      let count = 0;
      return async ({ index }) =>
        toOutcome(await stage.send(index, 'POST', '/api/twins/filters', bodies[count++ % bodies.length]));
    },
  },
  {
    name: 'searches for patterns, single letters and a thousand words',
    concurrency: 12,
    outcomes: ['200', '400', '503'],
    prepare: async (stage) => {
      await makeManyAssets(stage.hostile.db);
      const texts = [
        '%',
        '_',
        'a',
        '(a+)+$',
        '\\',
        'as as as',
        'e '.repeat(400),
        '%_'.repeat(450),
        'ab'.repeat(450),
      ];
      let count = 0;
      return async ({ index }) => {
        const value = texts[count++ % texts.length]!;
        const body = {
          filters: [{ field: 'SearchText', operator: 'Contains', value, dataType: 'C' }],
          types: [0, 1, 2, 3],
        };
        return toOutcome(await stage.send(index, 'POST', '/api/search?page-size=1000', body));
      };
    },
  },
  {
    name: 'suggestions and mappings for a thousand inputs among 20,000 tags',
    concurrency: 12,
    outcomes: ['200', '202', '413'],
    prepare: async (stage) => {
      const { db } = stage.hostile;
      await makeManyTags(db);
      const twinId = await makeTwin(db, { aliases: [] });
      await sql`insert into tag_alias (twin_id, type, name)
        select ${twinId}::int, 'data_point', 'Discharge pressure of pump number ' || i || ' in the long name of a plant'
        from generate_series(1, 500) i`.execute(db);
      const rows = await db
        .selectFrom('tag_alias')
        .select('id')
        .where('twin_id', '=', twinId)
        .limit(100)
        .execute();
      const aliasIds = rows.map(({ id }) => id);
      let count = 0;
      return async ({ index }) => {
        const answer =
          count++ % 4 === 0
            ? await stage.send(index, 'POST', '/api/tag-aliases/mappings', { minimumScore: 0 })
            : await stage.send(index, 'POST', '/api/tag-aliases/suggestions', { aliasIds, limit: 50 });
        return toOutcome(answer);
      };
    },
  },
  {
    name: 'concurrent changes of one record',
    concurrency: 40,
    outcomes: ['409', '200'],
    prepare: async (stage) => {
      const path = `/api/twins/${stage.plant.twinId}`;
      return async ({ index }) => {
        const twin = JSON.parse((await stage.send(index, 'GET', path)).text) as object;
        return toOutcome(await stage.send(index, 'PUT', path, { ...twin, description: 'x'.repeat(500) }));
      };
    },
  },
  {
    name: 'commands that are started and canceled at once',
    concurrency: 12,
    outcomes: ['202', '409'],
    prepare:
      async (stage) =>
      async ({ index }) => {
        const answer = await stage.send(index, 'POST', '/api/tag-aliases/mappings', { minimumScore: 0 });
        if (answer.status !== 202) return toOutcome(answer);
        const { commandId } = JSON.parse(answer.text) as { commandId: string };
        return toOutcome(await stage.send(index, 'POST', `/api/commands/${commandId}/cancel`));
      },
  },
  {
    name: 'watches of all twins',
    concurrency: 12,
    outcomes: ['200', '204'],
    prepare: async (stage) => {
      const { db } = stage.hostile;
      const ids: number[] = [];
      for (let i = 0; i < 300; i++) ids.push(await makeTwin(db, { aliases: [] }));
      let count = 0;
      return async ({ index }) =>
        toOutcome(
          count++ % 2 === 0
            ? await stage.send(index, 'POST', '/api/twins/watches', ids)
            : await stage.send(index, 'GET', '/api/twins/watches'),
        );
    },
  },
  {
    name: 'copies of a twin to a thousand assets',
    concurrency: 6,
    outcomes: ['202', '409'],
    prepare: async (stage) => {
      const assetIds = await makeManyAssets(stage.hostile.db);
      return async ({ index }) =>
        toOutcome(
          await stage.send(index, 'POST', `/api/twins/${stage.plant.twinId}/copy`, {
            assetIds: assetIds.slice(0, 1000),
          }),
        );
    },
  },
  {
    name: 'analyses of 5,000 assets, their scenarios, portfolios and workbooks',
    concurrency: 12,
    outcomes: ['200', '201', '202', '400', '409', '413', '503'],
    prepare: async (stage) => {
      const assetIds = await makeManyAssets(stage.hostile.db);
      const [{ id } = { id: 0 }] = await stage.make<{ id: number }[]>('POST', '/api/riskanalyses/', [
        { name: `Large ${Date.now()}`, assetIds: assetIds.slice(0, 1000) },
      ]);
      const path = `/api/riskanalyses/${id}`;
      for (let from = 1000; from < assetIds.length; from += 1000) {
        await stage.send(0, 'POST', `${path}/assets`, assetIds.slice(from, from + 1000));
      }
      const calls = [
        ['GET', `${path}/portfolio.xlsx`],
        ['GET', `${path}/portfolio`],
        ['POST', `${path}/scenarios`, { name: 'What if', budget: 2_000_000_000 }],
        ['GET', `${path}/risk-over-time`],
        ['POST', `${path}/budget`, { budget: 2_000_000_000 }],
        ['POST', `${path}/assets/filters?page-size=1000`, {}],
      ] as const;
      let count = 0;
      return async ({ index }) => {
        const [method, url, body] = calls[count++ % calls.length]!;
        return toOutcome(await stage.send(index, method, url, body));
      };
    },
  },
];

type Db = Parameters<typeof makeAsset>[0];

/** Assets with names alike, made once. @returns the ids of 5,000. */
async function makeManyAssets(db: Db): Promise<number[]> {
  await sql`insert into asset (unique_id, asset_name) select 'many ' || i, 'Asset as as number ' || i || repeat(' %_', 20)
    from generate_series(1, 5000) i on conflict do nothing`.execute(db);
  const rows = await db.selectFrom('asset').select('id').where('unique_id', 'like', 'many %').execute();
  return rows.map(({ id }) => id);
}

/** Tags with names alike, made once. */
async function makeManyTags(db: Db): Promise<void> {
  await sql`insert into tag (name, caption, type)
    select 'many ' || i, 'Suction pressure of pump number ' || i || ' in the long name of a plant', 'data_point'
    from generate_series(1, 20000) i on conflict do nothing`.execute(db);
}
