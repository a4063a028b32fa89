import { benchmarkChange } from '@twinward/contracts/assets/benchmark';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/database/database.ts';
import { deleteBenchmark, listBenchmarks, writeBenchmark } from '../../../assets/benchmark/service.ts';
import { defineKind } from '../kind.ts';
import { findEntry, toCaptions, toEntryId } from '../taxonomy.ts';

const { score, distribution, mtbfDays, shape, source, isExample } = benchmarkChange.shape;
const schema = z
  .strictObject({
    taxonomy: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(3)
      .describe('Captions of category, class and type'),
    score,
    distribution,
    mtbfDays,
    shape,
    source,
    isExample,
  })
  .refine((one) => one.distribution === 'weibull' || one.shape === 1, {
    path: ['shape'],
    error: 'Without a distribution, the shape must be 1.',
  });
type BenchmarkRecord = z.infer<typeof schema>;

const toKey = ({ taxonomy }: Pick<BenchmarkRecord, 'taxonomy'>): string => taxonomy.join(' / ');

async function readAll(db: Db): Promise<Map<string, { record: BenchmarkRecord; taxonomyId: number }>> {
  const all = await listBenchmarks(db);
  return new Map(
    all.map((benchmark) => {
      const record = {
        taxonomy: toCaptions(benchmark),
        score: benchmark.score,
        distribution: benchmark.distribution,
        mtbfDays: benchmark.mtbfDays,
        shape: benchmark.shape,
        source: benchmark.source,
        isExample: benchmark.isExample,
      };
      return [toKey(record), { record, taxonomyId: benchmark.taxonomyId }];
    }),
  );
}

/** Benchmarks, by the captions of their entry of the taxonomy. */
export const benchmarkKind = defineKind<BenchmarkRecord>({
  name: 'benchmark',
  caption: 'Benchmarks',
  access: 'system',
  schema,
  toKey,
  listReferences: () => [],
  async read({ actor }, keys) {
    const all = await readAll(actor.tenant.db);
    return new Map(
      keys.flatMap((key) => {
        const found = all.get(key);
        return found ? [[key, found.record] as const] : [];
      }),
    );
  },
  create: ({ actor }, record) => write(actor, record),
  update: ({ actor }, record) => write(actor, record),
  async delete({ actor }, key) {
    const found = (await readAll(actor.tenant.db)).get(key);
    if (found) await deleteBenchmark(actor, found.taxonomyId);
  },
});

async function write(actor: Actor, { taxonomy, ...figures }: BenchmarkRecord): Promise<void> {
  const { db } = actor.tenant;
  const entry = await findEntry(db, taxonomy);
  await writeBenchmark(db, actor, toEntryId(entry)!, figures);
}
