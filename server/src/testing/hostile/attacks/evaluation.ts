import type { Protection } from '@twinward/contracts/protections/protection';
import { sql } from 'kysely';
import { requestEvaluation } from '../../../modules/protections/evaluation/service.ts';
import { makeCalculatedTag, makeProtection } from '../../factories.ts';
import { type Attack, toOutcome } from '../attack.ts';
import { costlyThresholds, type Plant } from '../plant.ts';
import type { Stage } from '../stage.ts';

const year = 365 * 86_400_000;

/** An activity protection whose work is expected in an interval. */
const createActivity = ({ serviceAliasId }: Plant, expectedInterval: string) => ({
  type: 'activity',
  startDate: '1970-01-01T00:00:00Z',
  aliases: [{ tagAliasId: serviceAliasId, intervalType: 'calendar', schedule: 'fixed', expectedInterval }],
  thresholds: [{ name: 'Due', logic: 'INTERVAL([Service]) > #1d', level: 250 }],
});

const toPreview = (plant: Plant, protection: object) => ({
  twinId: plant.twinId,
  protection,
  from: plant.from,
  to: plant.to,
});

/** Rules that are costly to evaluate. */
export const evaluationAttacks: readonly Attack[] = [
  {
    name: 'previews of an interval of 0.1 s since 1970',
    concurrency: 4,
    outcomes: ['400'],
    prepare: async ({ plant, send }) => {
      const body = toPreview(plant, createActivity(plant, 'PT0.1S'));
      return async ({ index }) => toOutcome(await send(index, 'POST', '/api/indicators/preview', body));
    },
  },
  {
    name: 'previews of the shortest and the longest interval since 1970',
    concurrency: 4,
    outcomes: ['200'],
    prepare: async ({ plant, send }) => {
      const bodies = ['PT1S', 'P1000Y', 'PT86399.999S'].map((interval) =>
        toPreview(plant, createActivity(plant, interval)),
      );
      let count = 0;
      return async ({ index }) =>
        toOutcome(await send(index, 'POST', '/api/indicators/preview', bodies[count++ % bodies.length]));
    },
  },
  {
    name: 'saved intervals of 1 s, 1 ms and a million years since 1970',
    concurrency: 3,
    outcomes: ['201', '400'],
    prepare: async ({ plant, send }) => {
      const intervals = ['PT1S', 'PT0.001S', 'P1000000Y'];
      let count = 0;
      return async ({ index }) => {
        const number = count++;
        const protection = createActivity(plant, intervals[number % intervals.length]!);
        const body = [{ ...protection, twinId: plant.twinId, name: `Saved ${number}`, active: true }];
        return toOutcome(await send(index, 'POST', '/api/indicators', body));
      };
    },
  },
  {
    name: 'retries of a stored interval of 0.1 s since 1970',
    concurrency: 2,
    outcomes: ['200'],
    prepare: async (stage) => {
      const id = await poison(stage);
      return async ({ index }) => toOutcome(await stage.send(index, 'POST', `/api/indicators/${id}/retry`));
    },
  },
  {
    name: 'previews of 400 windows over 50,000 points',
    concurrency: 24,
    outcomes: ['200', '413'],
    prepare: async ({ plant, send }) => {
      const body = toPreview(plant, { thresholds: costlyThresholds });
      return async ({ index }) => toOutcome(await send(index, 'POST', '/api/indicators/preview', body));
    },
  },
  {
    name: 'explanations of 400 windows over 50,000 points',
    concurrency: 24,
    outcomes: ['200', '413'],
    prepare: async ({ plant, send }) => {
      const body = { twinId: plant.twinId, protection: { thresholds: costlyThresholds }, time: plant.to };
      return async ({ index }) => toOutcome(await send(index, 'POST', '/api/indicators/explain', body));
    },
  },
  {
    name: 'previews of calculated tags of 100 windows over 50,000 points',
    concurrency: 24,
    outcomes: ['200', '413'],
    prepare: async ({ plant, send }) => {
      const windows = Array.from({ length: 100 }, (_, index) => `STDDEV([Flow], #${index + 1}h)`);
      const { twinId, from, to } = plant;
      const body = { logic: windows.join(' + '), twinId, from, to, buckets: 10_000 };
      return async ({ index }) => toOutcome(await send(index, 'POST', '/api/tags/preview', body));
    },
  },
  {
    name: 'rules of 20,000 and 100,000 opening brackets',
    concurrency: 8,
    outcomes: ['200', '400'],
    prepare: async ({ plant, send }) => {
      const texts = ['['.repeat(20_000), '('.repeat(20_000), '['.repeat(100_000), '{'.repeat(20_000)];
      let count = 0;
      return async ({ index }) => {
        const logic = texts[count++ % texts.length]!;
        const body = toPreview(plant, { thresholds: [{ name: 'Brackets', logic }] });
        return toOutcome(await send(index, 'POST', '/api/indicators/preview', body));
      };
    },
  },
  {
    name: 'saved protections with rules of the maximum length',
    concurrency: 8,
    outcomes: ['201', '400', '413'],
    prepare: async ({ plant, send }) => {
      const line = (from: number) =>
        Array.from({ length: 1400 }, (_, index) => `([Flow] > ${from + index})`)
          .join(' OR ')
          .slice(0, 19_990);
      const toLogic = (from: number) => line(from).slice(0, line(from).lastIndexOf(' OR '));
      const thresholds = Array.from({ length: 5 }, (_, index) => ({
        name: `T${index}`,
        logic: toLogic(index),
      }));
      let count = 0;
      return async ({ index }) => {
        const body = [{ twinId: plant.twinId, name: `Long ${count++}`, active: true, thresholds }];
        return toOutcome(await send(index, 'POST', '/api/indicators', body));
      };
    },
  },
  {
    name: 'saved protections of 400 windows over 50,000 points',
    concurrency: 4,
    outcomes: ['201'],
    prepare: async ({ plant, send }) => {
      let count = 0;
      return async ({ index }) => {
        const body = [
          { twinId: plant.twinId, name: `Costly ${count++}`, active: true, thresholds: costlyThresholds },
        ];
        return toOutcome(await send(index, 'POST', '/api/indicators', body));
      };
    },
  },
  {
    name: 'late points that restart the evaluation of 50 protections',
    concurrency: 4,
    outcomes: ['200'],
    prepare: async ({ plant, send, hostile }) => {
      const windows = Array.from({ length: 20 }, (_, index) => `STDDEV([Flow], #${index + 1}d)`);
      const thresholds = [{ name: 'Wide', logic: `${windows.join(' + ')} > 30`, level: 500 }];
      for (let i = 0; i < 50; i++) await makeProtection(hostile.db, { twinId: plant.twinId, thresholds });
      let count = 0;
      return async ({ index }) => {
        const points = [{ time: plant.from - 1000 * ++count, value: count % 5 }];
        return toOutcome(await send(index, 'POST', `/api/tags/${plant.tagId}/data-points`, points));
      };
    },
  },
  {
    name: 'simulations over 50 and over 10 years of an activity of 1 s',
    concurrency: 8,
    outcomes: ['202', '400', '409', '413'],
    prepare: async (stage) => {
      const { plant, send } = stage;
      const created: number[] = [];
      for (let i = 0; i < 8; i++) created.push(await makeActivity(stage, 'PT1S'));
      let count = 0;
      return async ({ index }) => {
        const years = count++ % 2 === 0 ? 10 : 50;
        const body = {
          indicatorId: created[index]!,
          twinId: plant.twinId,
          startTime: plant.to - years * year,
          logic: { thresholds: costlyThresholds },
        };
        return toOutcome(await send(index, 'POST', '/api/simulations', body));
      };
    },
  },
  {
    name: 'repeated recalculations of ten tags of 100 windows',
    concurrency: 10,
    outcomes: ['202'],
    prepare: async ({ plant, send, hostile }) => {
      const windows = Array.from({ length: 100 }, (_, index) => `STDDEV([Flow], #${index + 1}h)`);
      const tags: number[] = [];
      for (let i = 0; i < 10; i++) {
        const made = await makeCalculatedTag(hostile.db, {
          logic: windows.join(' + '),
          aliases: { Flow: plant.tagId },
        });
        tags.push(made.tagId);
      }
      return async ({ index }) =>
        toOutcome(await send(index, 'POST', `/api/tags/${tags[index]}/recalculate`));
    },
  },
  {
    name: 'points at the head of a chain of 100 calculated tags',
    concurrency: 4,
    outcomes: ['200'],
    prepare: async ({ send, hostile, plant }) => {
      let last = plant.tagId;
      for (let i = 0; i < 100; i++) {
        const { tagId } = await makeCalculatedTag(hostile.db, { logic: '[A] + 1', aliases: { A: last } });
        last = tagId;
      }
      let count = 0;
      return async ({ index }) => {
        const points = [{ time: plant.to + ++count, value: count % 5 }];
        return toOutcome(await send(index, 'POST', `/api/tags/${plant.tagId}/data-points`, points));
      };
    },
  },
  {
    name: 'a threshold that notifies 100 users, crossed at each point',
    concurrency: 4,
    outcomes: ['200'],
    prepare: async (stage) => {
      const { plant, hostile } = stage;
      const users = await hostile.db.selectFrom('app_user').select('id').limit(100).execute();
      const who = users.map(({ id }) => ({ type: 'user', id }));
      const actions = [
        { type: 'notify', direction: 'both', who, notifySubscribers: true },
        { type: 'advisory', direction: 'both', comment: 'x'.repeat(4000) },
      ];
      const thresholds = [{ name: 'Each', logic: '[Flow] > 3', level: 500, actions }];
      const name = `Loud ${Date.now()}`;
      await stage.make('POST', '/api/indicators', [{ twinId: plant.twinId, name, active: true, thresholds }]);
      let time = Date.now();
      return async ({ index }) => {
        const points = Array.from({ length: 20 }, (_, i) => ({ time: ++time, value: i % 2 === 0 ? 0 : 6 }));
        return toOutcome(await stage.send(index, 'POST', `/api/tags/${plant.tagId}/data-points`, points));
      };
    },
  },
];

/** Inserts a protection that the API would reject. @returns its id. */
export async function poison(stage: Stage): Promise<number> {
  const { plant, hostile } = stage;
  const id = await makeActivity(stage, 'P1D');
  await sql`update protection_alias set settings = jsonb_set(settings, '{expectedInterval}', '"PT0.1S"')
    where protection_id = ${id} and tag_alias_id = ${plant.serviceAliasId}`.execute(hostile.db);
  // It may already have been evaluated.
  await requestEvaluation(hostile.db, id);
  return id;
}

let activities = 0;

/** Saves an activity protection that counts from 1970. @returns its id. */
async function makeActivity(stage: Stage, expectedInterval: string): Promise<number> {
  const { plant } = stage;
  const name = `Activity ${Date.now()} ${activities++}`;
  const body = [{ ...createActivity(plant, expectedInterval), twinId: plant.twinId, name, active: true }];
  const [made] = await stage.make<Protection[]>('POST', '/api/indicators', body);
  return made!.id;
}
