import { compileProtection, type PointBlock, type ProtectionProgram } from '@twinward/domain/evaluation';
import { type Conversion, identity } from '@twinward/domain/units/conversion';
import { evaluateFrom } from '@twinward/server/src/modules/protections/evaluation/evaluate.ts';
import { createInputReader } from '@twinward/server/src/modules/protections/evaluation/inputs.ts';
import {
  type InputReader,
  planEvaluation,
} from '@twinward/server/src/modules/protections/evaluation/plan.ts';
import { noHistory } from '@twinward/server/src/modules/protections/evaluation/tracking.ts';
import { importPoints } from '@twinward/server/src/series/index.ts';
import { type Case, cases } from './language.ts';
import type { BenchContext, BenchRow } from './row.ts';

type Db = BenchContext['database']['db'];

/** Runs of each side by turns: the least processor time is what the code takes. */
const runs = 7;
/**
 * Changes no value after its last digits are rounded away, so that both sides read the same points and find the same
 * excursions; all of the conversion is done.
 */
const conversion: Conversion = { a: 1 + Number.EPSILON, b: 0 };

/**
 * The processor time of the eight programs of `language` from the stored points to the result, with inputs in another unit than
 * their tags, beside the same in the unit of the tags.
 */
export async function unitsBench({ database: { db } }: BenchContext): Promise<BenchRow[]> {
  const tags = new Map<PointBlock, number>();
  const rows: BenchRow[] = [];
  for (const one of cases()) rows.push(await measure(db, one, tags));
  const { value, peerValue } = rows.reduce((sum, row) => ({
    ...row,
    value: sum.value + row.value,
    peerValue: sum.peerValue + row.peerValue,
  }));
  return [
    ...rows,
    {
      name: 'units: all eight programs',
      value,
      unit: 'ms of processor',
      peer: 'in the unit of the tag',
      peerValue,
      ratio: peerValue / value,
      target: 1 / 1.05,
    },
  ];
}

async function measure(db: Db, one: Case, tags: Map<PointBlock, number>): Promise<BenchRow> {
  const program = compiled(one);
  const until = Math.max(...[...one.blocks.values()].map(({ times, length }) => times[length - 1]!));
  const sides = {
    converted: await readerOf(db, one, tags, conversion),
    plain: await readerOf(db, one, tags, identity),
  };
  const least = { converted: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
  const found = { converted: 0, plain: 0 };
  for (let run = 0; run < runs; run++) {
    for (const side of ['plain', 'converted'] as const) {
      const begun = process.cpuUsage();
      const plan = {
        ...planEvaluation({ ...stored(program), sources: new Map() }, program, noHistory, null),
        atHand: null,
        liveAfter: 0,
        activeSince: 0,
        arrived: new Map<number, number>(),
        before: [],
      };
      const evaluation = await evaluateFrom(plan, sides[side], until);
      const { user, system } = process.cpuUsage(begun);
      least[side] = Math.min(least[side], (user + system) / 1000);
      found[side] = evaluation?.excursions.length ?? 0;
    }
  }
  if (found.plain !== found.converted || found.plain < 10) {
    throw new Error(`${one.name}: ${found.converted} excursions, not ${found.plain}`);
  }
  return {
    name: `units: ${one.name}`,
    value: least.converted,
    unit: 'ms of processor',
    peer: 'in the unit of the tag',
    peerValue: least.plain,
    ratio: least.plain / least.converted,
    target: null,
  };
}

function compiled({ inputs, logic }: Case): ProtectionProgram {
  const thresholds = logic.map((text, index) => ({
    id: String(index),
    name: String(index),
    logic: text,
    level: null,
  }));
  const result = compileProtection({ type: 'condition', defaultLevel: 0, inputs, thresholds });
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return result.program;
}

const stored = ({ definition }: ProtectionProgram) => ({
  protectionId: 1,
  twinId: 1,
  definition,
  version: 1,
  thresholdIds: definition.thresholds.map((_, index) => index),
});

/** Reads points from the store, by a conversion; completed work from memory. */
async function readerOf(
  db: Db,
  { inputs, blocks }: Case,
  tags: Map<PointBlock, number>,
  conversion: Conversion,
): Promise<InputReader> {
  const sources = new Map<string, { tagId: number; unit: null; conversion: Conversion }>();
  for (const { alias, type } of inputs) {
    if (type === 'data_point') {
      const tagId = await tagOf(db, blocks.get(alias)!, tags);
      sources.set(alias, { tagId, unit: null, conversion });
    }
  }
  const points = createInputReader(db, inputs, sources);
  const work = (alias: string) => (sources.has(alias) ? null : blocks.get(alias)!);
  return {
    read: async (alias, after, upTo) => work(alias) ?? points.read(alias, after, upTo),
    count: async (alias, after, upTo) => work(alias)?.length ?? points.count(alias, after, upTo),
    extent: async (alias) => {
      const block = work(alias);
      if (!block) return points.extent(alias);
      return { oldest: block.times[0]!, latest: block.times[block.length - 1]! };
    },
  };
}

/** A tag with the points of a block, stored once. */
async function tagOf(db: Db, block: PointBlock, tags: Map<PointBlock, number>): Promise<number> {
  const known = tags.get(block);
  if (known !== undefined) return known;
  const tagId = tags.size + 1;
  tags.set(block, tagId);
  const { times, values, length } = block;
  await importPoints(db, [
    { tagId, times: times.slice(0, length), values: values.slice(0, length), qualities: null },
  ]);
  return tagId;
}
