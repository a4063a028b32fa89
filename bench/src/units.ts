import { compileProtection, type PointBlock, type ProtectionProgram } from '@twinward/domain/evaluation';
import { type Conversion, convertColumn, identity } from '@twinward/domain/units/conversion';
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

/** Number of alternating runs of each side. The minimum processor time is the time of the code itself. */
const runs = 7;
/** With a conversion, the processor time may be 5 % more. */
const target = 1 / 1.05;
const toFahrenheit: Conversion = { a: 1.8, b: 32 };

/** The conversions of a case when its points are stored and when they are read. */
interface Side {
  /** From the points of the tag to the values of the input. */
  conversion: Conversion;
  /** From the points of the case to those of the tag, so that each side evaluates the same values. */
  toTag: Conversion;
}

const sides = {
  plain: { conversion: identity, toTag: identity },
  /** Performs the whole conversion without changing values, since the last digits are rounded. */
  scaled: { conversion: { a: 1 + Number.EPSILON, b: 0 }, toTag: identity },
  /** From °F to °C. The product rejects this for a counter; here it is measured for all programs. */
  shifted: { conversion: { a: 1 / 1.8, b: -32 / 1.8 }, toTag: toFahrenheit },
} satisfies Record<string, Side>;
type SideName = keyof typeof sides;

/** The sides that are compared with the plain one, and descriptions of their conversions. */
const converted = {
  scaled: 'a factor',
  shifted: 'a factor and an offset',
} satisfies Partial<Record<SideName, string>>;

/** The ids of stored tags, by the points of a case and the conversion to those of the tag. */
type Tags = Map<PointBlock, Map<Conversion, number>>;

/**
 * Measures the processor time of the eight programs of `language` from stored points to the result, with inputs in
 * another unit than their tags, against the same with inputs in the unit of the tags.
 */
export async function unitsBench({ database: { db } }: BenchContext): Promise<BenchRow[]> {
  const tags: Tags = new Map();
  const times: Record<SideName, number>[] = [];
  const rows: BenchRow[] = [];
  for (const one of cases()) {
    const least = await measure(db, one, tags);
    times.push(least);
    rows.push(...toRows(one.name, least, null));
  }
  const sum = (side: SideName) => times.reduce((total, least) => total + least[side], 0);
  const all = { plain: sum('plain'), scaled: sum('scaled'), shifted: sum('shifted') };
  return [...rows, ...toRows('all eight programs', all, target)];
}

const toRows = (name: string, least: Record<SideName, number>, bound: number | null): BenchRow[] =>
  (Object.keys(converted) as (keyof typeof converted)[]).map((side) => ({
    name: `units: ${name}, converted by ${converted[side]}`,
    value: least[side],
    unit: 'ms of processor',
    peer: 'in the unit of the tag',
    peerValue: least.plain,
    ratio: least.plain / least[side],
    target: bound,
  }));

/** Returns the minimum processor time of each side, in milliseconds. */
async function measure(db: Db, one: Case, tags: Tags): Promise<Record<SideName, number>> {
  const program = compiled(one);
  const until = Math.max(...[...one.blocks.values()].map(({ times, length }) => times[length - 1]!));
  const names = Object.keys(sides) as SideName[];
  const readers = new Map<SideName, InputReader>();
  for (const side of names) readers.set(side, await createReader(db, one, tags, sides[side]));
  const none = Number.POSITIVE_INFINITY;
  const least = { plain: none, scaled: none, shifted: none };
  const found = { plain: 0, scaled: 0, shifted: 0 };
  for (let run = 0; run < runs; run++) {
    for (const side of names) {
      const begun = process.cpuUsage();
      const plan = {
        ...planEvaluation({ ...stored(program), sources: new Map() }, program, noHistory, null),
        atHand: null,
        liveAfter: 0,
        activeSince: 0,
        arrived: new Map<number, number>(),
        before: [],
      };
      const evaluation = await evaluateFrom(plan, readers.get(side)!, until);
      const { user, system } = process.cpuUsage(begun);
      least[side] = Math.min(least[side], (user + system) / 1000);
      found[side] = evaluation?.excursions.length ?? 0;
    }
  }
  if (new Set(Object.values(found)).size > 1 || found.plain < 10) {
    throw new Error(`${one.name}: excursions by side ${JSON.stringify(found)}`);
  }
  return least;
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

/** Reads points from the store with the conversion of a side, and completed work from memory. */
async function createReader(
  db: Db,
  { inputs, blocks }: Case,
  tags: Tags,
  { conversion, toTag }: Side,
): Promise<InputReader> {
  const sources = new Map<string, { tagId: number; unit: null; conversion: Conversion }>();
  for (const { alias, type } of inputs) {
    if (type === 'data_point') {
      const tagId = await findOrStoreTag(db, blocks.get(alias)!, toTag, tags);
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

/** Returns a tag with the converted points of a block. Stores it only once. */
async function findOrStoreTag(
  db: Db,
  block: PointBlock,
  conversion: Conversion,
  tags: Tags,
): Promise<number> {
  const ofBlock = tags.get(block) ?? new Map<Conversion, number>();
  tags.set(block, ofBlock);
  const known = ofBlock.get(conversion);
  if (known !== undefined) return known;
  const tagId = 1 + [...tags.values()].reduce((count, { size }) => count + size, 0);
  ofBlock.set(conversion, tagId);
  const { times, values, length } = block;
  await importPoints(db, [
    {
      tagId,
      times: times.slice(0, length),
      values: convertColumn(values.slice(0, length), conversion),
      qualities: null,
    },
  ]);
  return tagId;
}
