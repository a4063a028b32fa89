import type { ExpectedInput, ExpectedValues } from '@twinward/contracts/protections/expected-value';
import { type Expectation, expectRow } from '@twinward/domain/patterns/expected';
import type { Db } from '../../../platform/database/database.ts';
import { readDeviations } from '../evaluation/service.ts';
import { scanGrid } from '../pattern-model/service.ts';
import { getProtection } from '../protection/service.ts';
import { readExpectedModel } from './model.ts';

/** At most so many rows are calculated: of a longer range, evenly spread ones. */
const mostRows = 20_000;

/**
 * Returns the expected values of a protection's inputs over a range; null if its model in service has none.
 * @throws AppError `not-found`; `conflict` if an input cannot be read.
 */
export async function getExpectedValues(
  db: Db,
  { id, from, to, buckets }: { id: number; from: number; to: number; buckets: number },
): Promise<ExpectedValues | null> {
  await getProtection(db, id);
  const model = await readExpectedModel(db, id);
  if (!model) return null;
  const modelStep = model.stepSeconds * 1000;
  const step = modelStep * Math.max(1, Math.ceil((to - from) / modelStep / mostRows));
  const width = Math.max(step, Math.ceil((to - from) / buckets));
  const tags = new Map((await readDeviations(db, id)).map((tag) => [tag.tagAliasId, tag.tagId]));
  const merged = model.inputs.map(() => new MergedInput(Math.ceil((to - from) / width)));
  const scanned = model.inputs.map(({ name, mapped_tag_id: tagId, hold }) => ({
    tagId,
    hold,
    conversion: model.sources.get(name)!.conversion!,
  }));
  for await (const { start, inputs, values } of scanGrid(db, scanned, { from, to, step })) {
    for (let row = 0; row * inputs < values.length; row++) {
      const one = values.subarray(row * inputs, (row + 1) * inputs);
      if (one.includes(Number.NaN)) continue;
      const bucket = Math.floor((start + row * step - from) / width);
      for (const [k, found] of expectRow(model.learned, one).entries())
        merged[k]!.add(bucket, found, one[k]!);
    }
  }
  const inputs = model.inputs.map(
    (input, k): ExpectedInput => ({
      tagAliasId: input.id,
      tagAliasName: input.name,
      tagId: input.mapped_tag_id,
      unit: model.sources.get(input.name)!.unit,
      deviationTagId: tags.get(input.id) ?? null,
      ...merged[k]!.finish(),
    }),
  );
  return {
    version: model.number,
    stepSeconds: step / 1000,
    width,
    times: Array.from({ length: merged[0]!.buckets }, (_, bucket) => from + bucket * width),
    inputs: inputs.toSorted((one, other) => (other.excess ?? -1) - (one.excess ?? -1)),
  };
}

/** The expected values of one input, merged into buckets. */
class MergedInput {
  readonly buckets: number;
  readonly #counts: Uint32Array;
  readonly #expected: Float64Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #deviation: Float64Array;
  #rows = 0;
  #outside = 0;
  #excess = 0;

  constructor(buckets: number) {
    this.buckets = buckets;
    this.#counts = new Uint32Array(buckets);
    this.#expected = new Float64Array(buckets);
    this.#low = new Float64Array(buckets);
    this.#high = new Float64Array(buckets);
    this.#deviation = new Float64Array(buckets);
  }

  add(bucket: number, { expected, low, high, excess }: Expectation, value: number): void {
    this.#counts[bucket]! += 1;
    this.#expected[bucket]! += expected;
    this.#low[bucket]! += low;
    this.#high[bucket]! += high;
    const deviation = value - expected;
    if (Math.abs(deviation) > Math.abs(this.#deviation[bucket]!)) this.#deviation[bucket] = deviation;
    this.#rows += 1;
    this.#excess += excess;
    if (excess > 1) this.#outside += 1;
  }

  finish(): Pick<ExpectedInput, 'outside' | 'excess' | 'expected' | 'low' | 'high' | 'deviation'> {
    const mean = (sums: Float64Array) =>
      Array.from(sums, (sum, bucket) => (this.#counts[bucket] === 0 ? null : sum / this.#counts[bucket]!));
    return {
      outside: this.#rows === 0 ? null : this.#outside / this.#rows,
      excess: this.#rows === 0 ? null : this.#excess / this.#rows,
      expected: mean(this.#expected),
      low: mean(this.#low),
      high: mean(this.#high),
      deviation: Array.from(this.#deviation, (one, bucket) => (this.#counts[bucket] === 0 ? null : one)),
    };
  }
}
