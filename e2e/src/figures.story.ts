import { formatSpan } from '@twinward/domain/duration';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import type { SignIn } from './chromium.ts';
import {
  counterAt,
  createPlant,
  end,
  type FiguresPlant,
  iso,
  protections,
  query,
  start,
  step,
} from './figures/plant.ts';
import { createClient, createPerson } from './people.ts';

// Compares the figures on screens with counts and sums by separate SQL.

const hour = 3_600_000;
/** Around the night in which Berlin's clocks go forward. */
const zoomed = { from: Date.UTC(2024, 2, 30), to: Date.UTC(2024, 3, 2, 0, 5) };
const zooms = [{ from: start, to: end }, zoomed];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York'] as const;
/** Each zone, and each unit at least once: how a time is shown does not depend on the unit. */
const cases = [
  ['UTC', 'Cel'],
  ['Europe/Berlin', '[degF]'],
  ['America/New_York', '[degF]'],
] as const;

let plant: FiguresPlant;
const people = new Map<string, SignIn>();

const count = (value: number): string => value.toLocaleString('en-US');
const dollars = (value: number): string => `$${count(Math.round(value))}`;

beforeAll(async () => {
  plant = await createPlant(await createClient(stage.administrator));
  for (const timeZone of zones) {
    const person = await createPerson({ isAdmin: true, timeZone });
    people.set(timeZone, person);
    await (await createClient(person)).call('POST', '/api/twins/watches', [plant.twinId]);
  }
}, 600_000);

/** Excursions that overlap a range, and how long they last in it: in milliseconds. */
const tallyIn = (rows: ReturnType<typeof sql>, { from, to }: { from: number; to: number }) =>
  query(sql<{ count: number; duration: number }>`
    select count(*)::int as count, coalesce(sum(extract(epoch from
      least(coalesce(end_at, ${new Date(end)}::timestamptz), ${new Date(to)}::timestamptz)
      - greatest(start_at, ${new Date(from)}::timestamptz))), 0)::float8 * 1000 as duration
    from (${rows}) as found
    where start_at < ${new Date(to)} and (end_at is null or end_at > ${new Date(from)})`);
/** The risk of the twin: by the end of its mission of a year, from a probability rounded down to a whole percent. */
const riskOfTwin = () =>
  query(sql<{ risk: number }>`
    select floor(100 * (1 - exp(-power(365 / 1000.0, 2))) + 1e-9) / 100 * value::float8 as risk
    from consequence where twin_id = ${plant.twinId}`);
const storedExcursions = () =>
  sql`select start_at, end_at from excursion where protection_id = ${plant.hotId}`;
const simulatedExcursions = () =>
  sql`select start_at, end_at from simulation_excursion where simulation_id = ${plant.simulationId} and variant = 0`;

/** Formats a time in a zone, as on screens. */
function clock(time: number, timeZone: string, withSeconds = false): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h12',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, minute, second, dayPeriod } = parts;
  return `${year}-${month}-${day} ${parts.hour}:${minute}${withSeconds ? `:${second}` : ''} ${dayPeriod}`;
}

/** Waits until a screen agrees with the database. */
async function expectAgreement<T>(shown: () => Promise<T>, known: () => Promise<T>): Promise<void> {
  await expect
    .poll(async () => {
      const both = [await shown(), await known()];
      return JSON.stringify(both[0]) === JSON.stringify(both[1]) ? 'agree' : both;
    })
    .toBe('agree');
}
const contains = (place: Locator, text: string) =>
  expect.poll(async () => (await place.innerText()).replaceAll('\u00a0', ' ')).toContain(text);

describe.each(cases)('in %s, temperatures in %s', (zone, unit) => {
  const inUnit = (celsius: number): number => (unit === 'Cel' ? celsius : (celsius * 9) / 5 + 32);
  const symbol = unit === 'Cel' ? '°C' : '°F';
  const open = async (path: string): Promise<Page> => {
    const page = await visit({ as: people.get(zone)! });
    await page.goto(path);
    return page;
  };
  beforeAll(() => chooseUnit(people.get(zone)!, unit));

  test('home shows the number of active twins by level and the money at risk', async () => {
    const page = await open('/home');
    const tile = page.getByRole('group', { name: 'Money at risk' });
    await expectAgreement(
      async () => (await tile.innerText()).match(/\$[\d,]+/)?.[0],
      async () => {
        const { risk } = await query(sql<{ risk: number }>`
          select sum(risk)::float8 as risk from risk_history where failure_mode_id is null and until_day is null`);
        return dollars(risk);
      },
    );
    const list = page.getByRole('list', { name: 'Active twins by level' });
    await list.waitFor();
    await expectAgreement(
      async () =>
        (await list.getByRole('listitem').allInnerTexts()).map((text) => text.trim().split('\n')[0]!),
      async () => {
        const { unknown, silent, ...buckets } = await query(sql<Record<string, number>>`
          select count(*) filter (where level between 751 and 1000 and silent_since is null)::int as a,
            count(*) filter (where level between 501 and 750 and silent_since is null)::int as b,
            count(*) filter (where level between 251 and 500 and silent_since is null)::int as c,
            count(*) filter (where level between 1 and 250 and silent_since is null)::int as d,
            count(*) filter (where level = 0 and silent_since is null)::int as e,
            count(*) filter (where level is null)::int as unknown,
            count(*) filter (where silent_since is not null)::int as silent
          from twin where active`);
        return [...Object.values(buckets), ...[unknown!, silent!].filter((number) => number > 0)].map(count);
      },
    );
  });

  test('lists show the number of records, and the risk and latest data of a twin', async () => {
    const page = await open('/apps/twins');
    const totals = () =>
      query(sql<{ twins: number; all: number }>`
      select (select count(*)::int from twin) as twins, (select count(*)::int from protection) as all`);
    const shown = (noun: string) => async () =>
      (
        await page
          .getByText(new RegExp(`of [\\d,]+ ${noun}`))
          .first()
          .innerText()
      ).match(/of ([\d,]+)/)?.[1];
    await expectAgreement(shown('twins'), async () => count((await totals()).twins));
    await page.goto('/apps/protections');
    await expectAgreement(shown('protections'), async () => count((await totals()).all));
    const { risk } = await riskOfTwin();
    await page.goto('/apps/twins?search=Figures');
    const row = page.getByRole('row', { name: /Figures pump/ });
    await contains(row, dollars(risk));
    await contains(row, clock(end - step, zone));
  });

  test('a twin shows its latest values, its risk and the number of further records', async () => {
    const page = await open(`/apps/twins/${plant.twinId}`);
    const { risk } = await riskOfTwin();
    const latest = await query(sql<{ excursions: number; all: number }>`
      select (select count(*)::int from excursion where protection_id = ${plant.hotId}) as excursions,
        (select count(*)::int from protection where twin_id = ${plant.twinId}) as all`);
    const inputs = page.getByRole('table', { name: 'Inputs' });
    await contains(inputs.getByRole('row', { name: /Starts/ }), count(counterAt(end - step)));
    const temperature = inputs.getByRole('row', { name: /Temperature/ });
    await contains(temperature, `${inUnit(70)} ${symbol}`);
    await contains(temperature, clock(end - step, zone));
    await page.getByText(dollars(risk)).first().waitFor();
    await page.getByText(`All ${count(latest.excursions)} in Monitor`).waitFor();
    await page.getByText(`of ${latest.all} protections`).waitFor();
    await page.goto(`/apps/twins/${plant.twinId}/protection?page=2`);
    await page.getByText(`101–${latest.all} of ${latest.all} protections`).waitFor();
  });

  test('Monitor shows counts and sums of the visible range', async () => {
    for (const range of zooms) {
      const { count: found, duration } = await tallyIn(storedExcursions(), range);
      const page = await open(`/apps/twins/${plant.twinId}/protections?${toQuery(range)}`);
      const lane = new RegExp(`^Hot: ${count(found)} excursions, ${formatSpan(duration)}`);
      await page.getByRole('img', { name: lane }).waitFor();
      await page
        .getByRole('application', { name: `Chart of Temperature in ${symbol}` })
        .first()
        .waitFor();
      await page.getByText(`of ${protections} protections`).first().waitFor();
    }
  });

  test('explore shows counts of the visible range, and points as stored', async () => {
    const path = `/apps/twins/${plant.twinId}/tags`;
    for (const range of zooms) {
      const { count: found } = await tallyIn(storedExcursions(), range);
      const { from, to } = { from: new Date(range.from), to: new Date(range.to) };
      const { jobs } = await query(sql<{ jobs: number }>`
        select count(*)::int as jobs from work join tag on tag.id = work.tag_id
        where tag.name = 'FIG.WORK' and started_at < ${to}
          and (coalesce(completed_at, started_at) > ${from} or started_at >= ${from})`);
      const page = await open(`${path}/${plant.counter}/explore?${toQuery(range)}&with=${plant.temperature}`);
      await page.getByRole('img', { name: `Bearing heat: ${count(found)} in this range` }).waitFor();
      await page.getByRole('img', { name: `Work: FIG.WORK: ${count(jobs)} in this range` }).waitFor();
    }
    const from = zoomed.from + 6 * hour;
    const close = toQuery({ from, to: from + hour });
    const page = await open(`${path}/${plant.temperature}/explore?view=table&${close}`);
    const first = page.getByRole('row', { name: new RegExp(clock(from, zone, true)) });
    await first.getByText(String(inUnit(90)), { exact: true }).waitFor();
    await page.goto(`${path}/${plant.counter}/explore?view=table&${close}`);
    await first.getByText(count(counterAt(from)), { exact: true }).waitFor();
  });

  test('a simulation shows counts and sums of the visible range', async () => {
    const path = `/apps/protections/${plant.twinId}/${plant.hotId}/simulation`;
    const whole = await tallyIn(simulatedExcursions(), zooms[0]!);
    for (const range of zooms) {
      const { count: found, duration } = await tallyIn(simulatedExcursions(), range);
      const page = await open(`${path}?${toQuery(range)}`);
      const lane = new RegExp(`^Hot: ${count(found)} excursions, ${formatSpan(duration)}`);
      await page.getByRole('img', { name: lane }).waitFor();
      await page.getByRole('application', { name: `Chart of Temperature in ${symbol}` }).waitFor();
      const row = page
        .getByRole('table', { name: 'Results', exact: true })
        .getByRole('row', { name: /^Hot/ });
      const cells = await row.getByRole('cell').allInnerTexts();
      expect(cells).toContain(count(whole.count));
      expect(cells.join(' ')).toContain(formatSpan(whole.duration));
    }
  });

  test('an analysis shows the risk of each asset and their sum, which is the end of its curve', async () => {
    const page = await open(`/apps/riskanalyses/${plant.analysisId}`);
    const { total, own } = await query(sql<{ total: number; own: number }>`
      select sum(risk)::float8 as total, (sum(risk) filter (where asset_id = ${plant.assetId}))::float8 as own
      from risk_analysis_asset where risk_analysis_id = ${plant.analysisId}`);
    await contains(page.getByRole('group', { name: 'Risk', exact: true }), dollars(total));
    const assets = page.getByRole('table', { name: 'Assets of the analysis' });
    await contains(assets.getByRole('row', { name: /Figures pump/ }), dollars(own));
    const overTime = page.getByRole('region', { name: 'Risk over time' });
    await overTime.getByRole('button', { name: 'Show as table' }).click();
    await contains(overTime.getByRole('row').last(), dollars(total));
  });

  test('advisories are counted, and an advisory shows the risk and its creation time', async () => {
    const page = await open(`/apps/twins/${plant.twinId}/advisories`);
    const { advisories, made, risk } = await query(sql<{ advisories: number; made: Date; risk: number }>`
      select (select count(*)::int from advisory where twin_id = ${plant.twinId}) as advisories,
        (select created_at from advisory where id = ${plant.advisoryId}) as made,
        (select probability.value * consequence.value / 100.0 from probability
          join consequence using (twin_id) where twin_id = ${plant.twinId})::float8 as risk`);
    await page.getByText(new RegExp(`of ${count(advisories)} advisories`)).waitFor();
    await page.goto(`/apps/twins/${plant.twinId}/advisories/${plant.advisoryId}`);
    await page.getByRole('heading', { level: 1, name: 'Figure 3' }).waitFor();
    await page.getByText(dollars(risk)).first().waitFor();
    await page
      .getByLabel(`${clock(made.getTime(), zone)} (${zone})`)
      .first()
      .waitFor();
  });

  test('work is counted and summed in total and for a range of days', async () => {
    for (const days of [null, { from: '2024-03-30', to: '2024-04-01' }]) {
      const within =
        days === null
          ? sql`true`
          : sql`coalesce(completed_at, planned_at, started_at) >= ${days.from}::timestamp at time zone ${zone}
              and coalesce(completed_at, planned_at, started_at)
                < (${days.to}::timestamp + interval '1 day') at time zone ${zone}`;
      const sums = await query(sql<Record<'items' | 'completed' | 'failures' | 'cost' | 'length', number>>`
        select count(*)::int as items, count(completed_at)::int as completed,
          count(completed_at) filter (where kind = 'corrective')::int as failures, sum(cost)::int as cost,
          sum(extract(epoch from completed_at - started_at))::float8 * 1000 as length
        from work join tag on tag.id = work.tag_id where tag.name = 'FIG.WORK' and ${within}`);
      const search = days === null ? '' : `?${new URLSearchParams(days)}`;
      const page = await open(`/apps/twins/${plant.twinId}/work${search}`);
      const totals = page.locator('dl[aria-label=Totals]');
      await totals.waitFor();
      expect((await totals.locator('dd').allInnerTexts()).slice(0, 5)).toEqual([
        count(sums.items),
        count(sums.completed),
        count(sums.failures),
        dollars(sums.cost),
        formatSpan(sums.length),
      ]);
    }
  });

  test('the watchlist shows the number of protections by level', async () => {
    const page = await open('/apps/watchlist');
    const row = page.getByRole('row', { name: /Figures pump/ });
    await row.waitFor();
    const { quiet, cost } = await query(sql<{ quiet: number; cost: number }>`
      select count(*)::int as quiet, (select value from consequence where twin_id = ${plant.twinId}) as cost
      from protection where twin_id = ${plant.twinId} and active and level = 0`);
    await row.getByTitle(`${quiet} at level 0`).waitFor();
    await contains(row, dollars(cost));
  });

  test('preview, logic and the explanation of a level use the chosen unit', async () => {
    const at = zoomed.from + 6 * hour;
    const page = await open(
      `/apps/protections/${plant.hotId}/edit?${toQuery({ from: at, to: at + 2 * hour })}`,
    );
    await page.getByRole('application', { name: `Chart of Temperature in ${symbol}` }).waitFor();
    await page
      .getByText(`[Temperature] in °C${unit === 'Cel' ? '' : ', shown in °F'}`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Delays, deadband, alias' }).click();
    await page.getByLabel('Deadband, °C').waitFor();
    const levels = page.getByRole('img', { name: /^Level/ });
    const { width, height } = (await levels.boundingBox())!;
    await levels.click({ position: { x: width / 2, y: height / 2 } });
    const why = page.getByRole('region', { name: 'Explanation' });
    await expect
      .poll(async () => (await why.innerText()).replaceAll('\u00a0', ' '))
      .toMatch(new RegExp(`(${inUnit(90)}|${inUnit(70)}) ${symbol}`));
  });
});

const toQuery = ({ from, to }: { from: number; to: number }): string => `from=${iso(from)}&to=${iso(to)}`;

/** Chooses in which unit a person sees temperatures. */
async function chooseUnit(person: SignIn, code: string): Promise<void> {
  const client = await createClient(person);
  const all = await client.call<{ id: number; code: string; categoryId: number }[]>('GET', '/api/uom/units');
  const { id, categoryId } = all.find((unit) => unit.code === code)!;
  await client.call('POST', '/api/settings/user/units', { units: { [categoryId]: id } });
}
