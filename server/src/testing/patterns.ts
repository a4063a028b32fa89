import { createHash } from 'node:crypto';
import {
  type IndicatorPattern,
  newIndicatorPattern,
} from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { PatternModel } from '@twinward/domain/patterns/model';
import { serializeModel } from '@twinward/domain/patterns/serialize';
import { simulateProtection } from '../modules/proof/simulation/run.ts';
import { trainPatterns } from '../modules/protections/pattern/training/run.ts';
import {
  createPatternSetIn,
  insertVersion,
  selectPatterns,
  updateVersionInService,
} from '../modules/protections/pattern-model/service.ts';
import type { Db } from '../platform/database/database.ts';
import type { Tenant } from '../platform/database/tenants.ts';
import { appendPoints } from '../series/index.ts';
import type { TestApp } from './app.ts';
import { runCommand } from './commands.ts';
import { makeAsset, makeTag, makeTwin } from './factories.ts';

const minute = 60_000;
export const patternBegin = Date.UTC(2024, 0, 1);
/** A time in minutes after the first point, as ISO 8601. */
export const patternTime = (minutes: number): string =>
  new Date(patternBegin + minutes * minute).toISOString();

/** Whether something is wrong in a minute: the flow drops in a leak, vibration rises with wear. */
export function stateAt(at: number): 'normal' | 'leak' | 'wear' {
  if ((at >= 300 && at < 360) || (at >= 700 && at < 760) || (at >= 1000 && at < 1040)) return 'leak';
  return (at >= 500 && at < 560) || (at >= 850 && at < 900) ? 'wear' : 'normal';
}

/** Points of a pump, one a minute: the values of flow and vibration. */
export function pumpPoints(minutes = 1200): { times: number[]; flow: number[]; vibration: number[] } {
  let seed = 1;
  const noise = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const all = Array.from({ length: minutes }, (_, at) => at);
  return {
    times: all.map((at) => patternBegin + at * minute),
    flow: all.map((at) => (stateAt(at) === 'leak' ? 10 : 50) + 2 * noise()),
    vibration: all.map((at) => (stateAt(at) === 'wear' ? 6 : 1) + noise()),
  };
}

/** The ranges of a training: pattern, first minute, last minute. */
export const pumpRanges: readonly [pattern: string, from: number, to: number][] = [
  ['No match', 40, 200],
  ['No match', 380, 480],
  ['Leak', 300, 360],
  ['Leak', 700, 760],
  ['Wear', 500, 560],
];

export interface Pump {
  twinId: number;
  tagIds: { flow: number; vibration: number };
  aliasIds: { flow: number; vibration: number };
  indicator: Protection;
  set: IndicatorPattern;
}

/** A pattern protection of a pump with points and ranges, not trained yet. */
export async function makePump(
  server: TestApp,
  writer: Record<string, string>,
  {
    ranges = pumpRanges,
    indicator = {},
    set = {},
  }: { ranges?: typeof pumpRanges; indicator?: object; set?: object } = {},
): Promise<Pump> {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagIds = {
    flow: await makeTag(db, { assetIds: [assetId] }),
    vibration: await makeTag(db, { assetIds: [assetId] }),
  };
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: tagIds.flow },
      { name: 'Vibration', type: 'data_point', mappedTagId: tagIds.vibration },
    ],
  });
  const { times, flow, vibration } = pumpPoints();
  await appendPoints(db, [
    { tagId: tagIds.flow, times, values: flow, qualities: null },
    { tagId: tagIds.vibration, times, values: vibration, qualities: null },
  ]);
  const rows = await db
    .selectFrom('tag_alias')
    .select(['id', 'name'])
    .where('twin_id', '=', twinId)
    .execute();
  const findId = (name: string) => rows.find((row) => row.name === name)!.id;
  const aliasIds = { flow: findId('Flow'), vibration: findId('Vibration') };
  const answer = await server.ask('POST', '/api/indicators/with-pattern', writer, {
    indicator: {
      twinId,
      name: 'Pump',
      active: true,
      tagAliasIds: [aliasIds.flow, aliasIds.vibration],
      ...indicator,
    },
    indicatorPattern: {
      patterns: [{ name: 'Leak' }, { name: 'Wear', color: '#123ABC' }],
      training: ranges.map(([pattern, from, to]) => ({
        pattern,
        start: patternTime(from),
        end: patternTime(to),
      })),
      ...set,
    },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const made = answer.json<{ indicator: Protection; indicatorPattern: IndicatorPattern }>();
  return { twinId, tagIds, aliasIds, indicator: made.indicator, set: made.indicatorPattern };
}

/** Trains a set as a user would, and carries out the command at once. @returns the command's id */
export async function trainSet(server: TestApp, writer: Record<string, string>, id: number): Promise<string> {
  const answer = await server.ask('POST', `/api/indicator-patterns/${id}/train`, writer);
  if (answer.statusCode !== 202) throw new Error(answer.body);
  const { commandId } = answer.json<{ commandId: string }>();
  await runCommand(server.tenant, { 'train-patterns': trainPatterns }, commandId);
  return commandId;
}

/** Carries out a simulation at once. */
export const runSimulation = ({ tenant }: Pick<TestApp, 'tenant'>, commandId: string): Promise<void> =>
  runCommand(tenant, { 'simulate-protection': simulateProtection }, commandId);

/** Puts a model in service that was trained elsewhere. @returns the ids of its patterns, by class */
export async function setModel(
  db: Db,
  protectionId: number,
  {
    model,
    patterns,
    inputs,
    stepSeconds,
    condition = null,
  }: {
    model: PatternModel;
    /** Names by class, without the default one. */
    patterns: readonly string[];
    /** `hold` in milliseconds. */
    inputs: readonly { tagAliasId: number; hold: number }[];
    stepSeconds: number;
    condition?: string | null;
  },
): Promise<number[]> {
  const names = patterns.map((name) => ({ name }));
  const setId = await createPatternSetIn(
    db,
    protectionId,
    newIndicatorPattern.parse({ patterns: names, condition }),
  );
  const ids = (await selectPatterns(db, [setId])).map(({ id }) => id);
  const bytes = Buffer.from(serializeModel(model));
  const versionId = await insertVersion(db, {
    pattern_set_id: setId,
    number: 1,
    checksum: '',
    model: bytes,
    model_checksum: createHash('sha256').update(bytes).digest('hex'),
    step_seconds: stepSeconds,
    windows: [...model.layout.windows],
    strictness: model.strictness,
    condition,
    inputs: JSON.stringify(inputs.map((input) => ({ ...input, mean: 0, standardDeviation: 1 }))),
    pattern_ids: ids,
    bands: JSON.stringify(ids.map(() => inputs.map(() => null))),
    evaluation: JSON.stringify({}),
  });
  await updateVersionInService(db, setId, versionId);
  return ids;
}

/** Carries out the queued training of a pattern set. */
export async function runTraining(tenant: Tenant, setId: number): Promise<void> {
  const { command_id: commandId } = await tenant.db
    .selectFrom('pattern_training')
    .select('command_id')
    .where('pattern_set_id', '=', setId)
    .executeTakeFirstOrThrow();
  await runCommand(tenant, { 'train-patterns': trainPatterns }, commandId);
}
