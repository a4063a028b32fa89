import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@twinward/server/src/platform/database/database.ts';
import { migrateTenant } from '@twinward/server/src/platform/database/migrations.ts';
import { startEmbeddedPostgres } from '@twinward/server/src/platform/database/postgres/embedded.ts';
import { createEmptyDatabase } from '@twinward/server/src/platform/database/server-databases.ts';
import { createLogger } from '@twinward/server/src/platform/process/log.ts';
import { alarmsBench } from './alarms.ts';
import { cardsBench } from './cards.ts';
import { dashboardsBench } from './dashboards.ts';
import { deliveryBench } from './delivery.ts';
import { evaluationBench } from './evaluation.ts';
import { ganttBench } from './gantt.ts';
import { improvementsBench } from './improvements.ts';
import { intakeBench } from './intake.ts';
import { languageBench } from './language.ts';
import { libraryBench } from './library/library.ts';
import { libraryPageBench } from './library/page.ts';
import { loadBench } from './load.ts';
import { mapBench } from './map.ts';
import { neighborBench } from './neighbor.ts';
import { opcuaHistoryBench } from './opcua/history.ts';
import { opcuaBench } from './opcua/opcua.ts';
import { packagesBench } from './packages.ts';
import { patternLoadBench } from './pattern-load.ts';
import { similarBench } from './patterns/similar.ts';
import { patternsBench } from './patterns.ts';
import { piBench } from './pi/pi.ts';
import { plantBench } from './plant.ts';
import { previewBench } from './preview.ts';
import { queriesBench } from './queries.ts';
import { recordsBench } from './records.ts';
import { redrawBench } from './redraw.ts';
import { riskBench } from './risk.ts';
import type { BenchContext, BenchRow } from './row.ts';
import { screensBench } from './screens.ts';
import { searchBench } from './search.ts';
import { seriesBench } from './series.ts';
import { simulationBench } from './simulation.ts';
import { simulationsBench } from './simulations.ts';
import { systemsBench } from './systems/systems.ts';
import { tagsBench } from './tags.ts';
import { unitsBench } from './units.ts';

/** `npm run bench [name...]`: runs each benchmark on a separate database, and writes all figures to results.json. */
const benches: Record<string, (context: BenchContext) => Promise<BenchRow[]>> = {
  alarms: alarmsBench,
  cards: cardsBench,
  dashboards: dashboardsBench,
  delivery: deliveryBench,
  series: seriesBench,
  evaluation: evaluationBench,
  intake: intakeBench,
  language: languageBench,
  units: unitsBench,
  preview: previewBench,
  simulation: simulationBench,
  simulations: simulationsBench,
  gantt: ganttBench,
  queries: queriesBench,
  records: recordsBench,
  redraw: redrawBench,
  risk: riskBench,
  improvements: improvementsBench,
  screens: screensBench,
  search: searchBench,
  library: async (context) => [...(await libraryBench(context)), ...(await libraryPageBench())],
  'library-page': libraryPageBench,
  systems: systemsBench,
  tags: tagsBench,
  load: loadBench,
  map: mapBench,
  opcua: async (context) => [...(await opcuaBench()), ...(await opcuaHistoryBench(context))],
  'opcua-history': opcuaHistoryBench,
  packages: packagesBench,
  patterns: async (context) => [
    ...(await patternsBench()),
    ...(await similarBench(context)),
    ...(await patternLoadBench(context)),
  ],
  'pattern-classifier': patternsBench,
  'pattern-similar': similarBench,
  'pattern-load': patternLoadBench,
  pi: piBench,
  plant: plantBench,
  neighbor: neighborBench,
};

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown)
    throw new Error(`there is no benchmark ${unknown}: choose among ${Object.keys(benches).join(', ')}`);
  const directory = await mkdtemp(join(tmpdir(), 'twinward-bench-'));
  const server = await startEmbeddedPostgres({
    directory,
    database: 'bench',
    log: createLogger('error'),
    onLost: (error) => {
      throw error;
    },
  });
  const rows: BenchRow[] = [];
  try {
    const admin = createDatabase(server.superuserUrl, { work: 'job', max: 1 });
    for (const name of names.length > 0 ? names : Object.keys(benches)) {
      await createEmptyDatabase(admin.pool, `bench_${name}`);
      const connectionString = new URL(`/bench_${name}`, server.superuserUrl).href;
      const database = createDatabase(connectionString, { work: 'job', max: 4 });
      await migrateTenant(database);
      for (const row of await benches[name]!({ database, connectionString })) {
        rows.push(row);
        print(row);
      }
      await database.db.destroy();
    }
    await admin.db.destroy();
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
  const results = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, rows };
  await writeFile(join(import.meta.dirname, '..', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

const figure = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-US');

function print({ name, value, unit, peer, peerValue, ratio, target }: BenchRow): void {
  const verdict =
    target === null
      ? ''
      : ratio >= target
        ? ` (at least ${target}: reached)`
        : ` (at least ${target}: MISSED)`;
  console.log(
    `${name}: ${figure(value)} ${unit}; ${peer}: ${figure(peerValue)}; ratio ${figure(ratio)}${verdict}`,
  );
}

await main(process.argv.slice(2));
