import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attack, type AttackResult, runAttack } from './testing/hostile/attack.ts';
import { attacks } from './testing/hostile/attacks/index.ts';
import { quantile } from './testing/hostile/meter.ts';
import { Stage } from './testing/hostile/stage.ts';

/** How long each attack goes on, in milliseconds; ATTACK_SECONDS says otherwise. */
const duration = 1000 * Number(process.env.ATTACK_SECONDS ?? 15);

/** In milliseconds, for 95 of 100. */
const longestLag = 2000;
const longestHealth = 200;
/** In milliseconds. */
const longestEnd = 10_000;
const longestStart = 10_000;
/** Of the process and its PostgreSQL together, in bytes. */
const mostMemory = 3 * 1024 ** 3;

const calm: Attack = {
  name: 'nothing',
  concurrency: 1,
  outcomes: ['200'],
  prepare: async () => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return '200';
  },
};

/** Some of them, where ATTACK names them by a regular expression. */
const chosen = [calm, ...attacks].filter(({ name }) => new RegExp(process.env.ATTACK ?? '').test(name));

let directory: string;
let stage: Stage;
const results: AttackResult[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-hostile-'));
  stage = await Stage.open(directory);
});
afterAll(async () => {
  console.log(formatTable(results));
  await stage?.close();
  await rm(directory, { recursive: true, force: true });
});

test.each(chosen)('$name', async (attack) => {
  const result = await runAttack(attack, stage, duration);
  await stage.clear();
  results.push(result);
  console.log(formatTable([result]));
  const { unexpected, measured, memory, end, start } = result;
  expect.soft(unexpected).toEqual([]);
  expect.soft(measured.failures.slice(0, 5)).toEqual([]);
  expect.soft(measured.lags.length).toBeGreaterThan(0);
  expect.soft(quantile(measured.lags, 0.95)).toBeLessThan(longestLag);
  expect.soft(quantile(measured.health, 0.95)).toBeLessThan(longestHealth);
  expect.soft(memory).toBeLessThan(mostMemory);
  expect.soft(end.code, end.lastWords).toBe(0);
  expect.soft(end.milliseconds).toBeLessThan(longestEnd);
  expect.soft(start).toBeLessThan(longestStart);
});

function formatTable(rows: readonly AttackResult[]): string {
  const heading =
    '| attack | outcomes | lag, ms: median, 95 of 100, worst | health, ms | memory, MiB | end, s | start, s |\n' +
    '| --- | --- | --- | --- | --- | --- | --- |';
  const figures = (all: readonly number[]) =>
    [quantile(all, 0.5), quantile(all, 0.95), quantile(all, 1)].map(Math.round).join(', ');
  const lines = rows.map(({ name, outcomes, measured, memory, end, start }) => {
    const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
    const cells = [
      name,
      counts.join(', '),
      figures(measured.lags),
      figures(measured.health),
      Math.round(memory / 1024 ** 2),
      (end.milliseconds / 1000).toFixed(1),
      (start / 1000).toFixed(1),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [heading, ...lines].join('\n');
}
