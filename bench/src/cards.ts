import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import type { CardData } from '@twinward/contracts/questions/dashboard-data';
import {
  readAdvisories,
  readExcursions,
  readLevels,
  readProtectionRecord,
  readSilentTwins,
} from '@twinward/server/src/modules/questions/dashboard/cards/lists.ts';
import { readMapCard } from '@twinward/server/src/modules/questions/dashboard/cards/map.ts';
import { readNumber } from '@twinward/server/src/modules/questions/dashboard/cards/number.ts';
import { readTopRisks } from '@twinward/server/src/modules/questions/dashboard/cards/risk.ts';
import type { Asked } from '@twinward/server/src/modules/questions/dashboard/cards/scope.ts';
import { readyMade } from '@twinward/server/src/modules/questions/dashboard/ready-made.ts';
import { recordDay } from '@twinward/server/src/modules/questions/risk-history/service.ts';
import type { Tables } from '@twinward/server/src/platform/database/generated/rows.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { bareCards } from './cards/bare.ts';
import {
  seedAdvisories,
  seedExcursions,
  seedFigureChanges,
  seedRisks,
  seedStates,
} from './plant/outcomes.ts';
import { largePlant, seedPlant } from './plant/seed.ts';
import { type BenchContext, type BenchRow, medians } from './row.ts';

const rounds = 9;
const day = 86_400_000;

/**
 * Measures the statements of each card of the product's dashboards against hand-written SQL with the same result, on a
 * plant of 20,000 twins, 1,000,000 excursions and 300,000 changes of figures. The benchmark `alarms` covers the cards
 * of alarm performance.
 */
export async function cardsBench({ database: { db, pool } }: BenchContext): Promise<BenchRow[]> {
  await seedPlant(pool, largePlant);
  await seedRisks(pool);
  await seedExcursions(pool, new Date());
  await seedStates(pool);
  await seedAdvisories(pool);
  await seedFigureChanges(pool);
  await recordDay(db);
  await pool.query('analyze');
  const rows: BenchRow[] = [];
  const seen = new Set<string>();
  for (const { content } of readyMade) {
    for (const card of content.cards) {
      const name =
        card.kind === 'number' && card.source.kind === 'figure' ? `number ${card.source.figure}` : card.kind;
      const bare = bareCards[name];
      if (bare === undefined || seen.has(name)) continue;
      seen.add(name);
      const to = Date.now();
      const span = { from: to - 30 * day, to };
      const [value, peerValue] = await statementTimes(
        pool,
        async (timed) => check(name, await readCard(asked(timed, span), card)),
        async (timed) => {
          for (const text of bare(span)) await sql.raw(text).execute(timed);
        },
      );
      rows.push({
        name: `statements of the card ${name}`,
        value,
        unit: 'ms',
        peer: 'bare SQL',
        peerValue,
        ratio: peerValue / value,
        target: 1 / 1.5,
      });
    }
  }
  return rows;
}

type Work = (timed: Kysely<Tables>) => Promise<unknown>;

/** Returns the median duration of the statements of each, measured alternately, in ms. */
function statementTimes(
  pool: BenchContext['database']['pool'],
  ...works: [Work, Work]
): Promise<[number, number]> {
  let spent = 0;
  const timed = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ queryDurationMillis }) => {
      spent += queryDurationMillis;
    },
  });
  return medians(rounds, works, async (work) => {
    spent = 0;
    await work(timed);
    return spent;
  });
}

function asked(db: Kysely<Tables>, span: Asked['span']): Asked {
  return {
    actor: { tenant: { name: 'bench', db }, userId: 1 } as unknown as Asked['actor'],
    values: { range: { from: 'now-30d', to: 'now' } },
    span,
    timeZone: 'Europe/Berlin',
    columns: 1000,
    fresh: true,
  };
}

function readCard(to: Asked, card: DashboardCard): Promise<CardData> {
  switch (card.kind) {
    case 'number':
      return readNumber(to, card);
    case 'twin-map':
      return readMapCard(to, card);
    case 'top-risks':
      return readTopRisks(to, card);
    case 'advisories':
      return readAdvisories(to, card);
    case 'protection-record':
      return readProtectionRecord(to, card);
    case 'excursions':
      return readExcursions(to, card);
    case 'silent-twins':
      return readSilentTwins(to, card);
    case 'levels':
      return readLevels(to);
    default:
      throw new Error(`The card ${card.kind} has no bare SQL.`);
  }
}

/** Fails for an empty card, which would make the comparison meaningless. */
function check(name: string, data: CardData): void {
  const shown =
    (data.kind === 'number' && data.value) ||
    (data.kind === 'twin-map' && data.map.id.length) ||
    (data.kind === 'top-risks' && data.total) ||
    (data.kind === 'advisories' && data.waiting.length) ||
    (data.kind === 'protection-record' && data.protections.length) ||
    (data.kind === 'excursions' && data.total) ||
    (data.kind === 'silent-twins' && data.total) ||
    (data.kind === 'levels' && data.levels.total);
  if (!shown) throw new Error(`The card ${name} shows nothing.`);
}
