import { readdirSync } from 'node:fs';
import {
  compileCalculatedTag,
  createCalculatedEvaluator,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectProblem, stage, visit } from './browser.ts';

/** Programs that between them use every kind of window, variables, branches, nulls and mathematics. */
const programs = [
  '[Flow] * 2 + 1',
  'AVERAGE([Flow], #1h) - MIN([Flow], #30m)',
  'STDDEV([Flow], #2h) / MAX([Temp], #1h)',
  'IF (TREND([Temp], INCREASING_FIT, #1h)) { RETURN ROUND([Temp], 3) } ELSE { RETURN NO_CALC }',
  'NUMBER ratio = [Flow] / ([Temp] - 20)\nIF ratio == null { RETURN -1 } RETURN ratio * ratio + SQRT([Flow])',
];

/** The last digit of the result depends on the engine, because the JavaScript standard does not specify it. */
const approximate = 'POWER([Flow], 2.5) + SINE([Temp]) * ARCTANGENT([Flow])';

const minute = 60_000;
const start = Date.UTC(2024, 0, 1);

/** Points of two signals, some of them bad, some at the same times. */
function createPoints() {
  const count = 3000;
  const times = Array.from({ length: count }, (_, index) => start + index * minute);
  return {
    Flow: { times, values: times.map((_, index) => 10 + Math.sin(index / 40) * 3 + (index % 7) / 10) },
    Temp: {
      times: times.filter((_, index) => index % 3 !== 1).map((time, index) => time + (index % 5) * 1000),
      values: times.filter((_, index) => index % 3 !== 1).map((_, index) => 20 + (index % 90) / 9),
      bad: 17,
    },
  };
}
type Points = { times: number[]; values: number[]; bad?: number };

const toBlock = ({ times, values, bad }: Points): PointBlock => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  qualities: Uint8Array.from(times, (_, index) => (bad !== undefined && index % bad === 0 ? 2 : 0)),
  length: times.length,
});

function evaluateHere(text: string, points: Record<string, Points>, until: number) {
  const inputs = Object.keys(points).map((alias) => ({ alias, type: 'data_point' as const }));
  const compiled = compileCalculatedTag(text, inputs);
  if (!compiled.ok) throw new Error(compiled.errors[0]?.message);
  const blocks = new Map(Object.entries(points).map(([alias, each]) => [alias, toBlock(each)]));
  const { times, values, length } = createCalculatedEvaluator(compiled.program).advance(blocks, until);
  return { times: [...times.subarray(0, length)], values: [...values.subarray(0, length)] };
}

/** Communicates with the worker like the product, from a page of the product. */
function evaluateThere(
  page: Page,
  worker: string,
  text: string,
  points: Record<string, Points>,
  until: number,
) {
  return page.evaluate(
    async ({ worker, text, points, until }) => {
      const thread = new Worker(worker, { type: 'module' });
      for (const [key, { times, values, bad }] of Object.entries(points)) {
        const block = {
          times: Float64Array.from(times),
          values: Float64Array.from(values),
          qualities: Uint8Array.from(times, (_, index) => (bad !== undefined && index % bad === 0 ? 2 : 0)),
          length: times.length,
        };
        thread.postMessage({ kind: 'points', key, block });
      }
      const inputs = Object.keys(points).map((alias) => ({ alias, key: alias }));
      const request = { text, inputs, from: 0, until };
      thread.postMessage({ kind: 'evaluate', number: 1, question: 'calculation', request });
      const answer = await new Promise<{
        failure?: string;
        evaluation?: { points: { times: Float64Array; values: Float64Array } };
      }>((resolve, reject) => {
        thread.onmessage = ({ data }) => resolve(data);
        thread.onerror = ({ message }) => reject(new Error(message));
      });
      thread.terminate();
      if (answer.evaluation === undefined) throw new Error(answer.failure);
      const { times, values } = answer.evaluation.points;
      return { times: [...times], values: [...values] };
    },
    { worker, text, points, until },
  );
}

/** The worker's script, by the name that the build gave it. */
function workerAddress(): string {
  const assets = readdirSync(new URL('../../web/dist/assets', import.meta.url));
  const [name] = assets.filter((file) => /^evaluation-worker-[\w-]+\.js$/.test(file));
  return `/assets/${name}`;
}

test('a calculation has the same result in the browser and in Node', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/home');
  const points: Record<string, Points> = createPoints();
  const until = start + 3000 * minute;
  for (const text of programs) {
    const here = evaluateHere(text, points, until);
    expect(here.times.length, text).toBeGreaterThan(100);
    expect(await evaluateThere(page, workerAddress(), text, points, until), text).toEqual(here);
  }

  const here = evaluateHere(approximate, points, until);
  const there = await evaluateThere(page, workerAddress(), approximate, points, until);
  expect(there.times).toEqual(here.times);
  const errors = there.values.map((value, index) => Math.abs(value / here.values[index]! - 1));
  expect(Math.max(...errors)).toBeLessThan(1e-14);
});

test('only the worker may run generated code', async () => {
  const page = await visit({ as: stage.administrator });
  const home = await page.goto('/home');
  expect(home?.headers()['content-security-policy']).not.toContain('unsafe-eval');
  expectProblem(/unsafe-eval/);
  const outcome = await page.evaluate(
    () =>
      // Deferred, because code evaluated by the debugger itself is exempt from the policy.
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            resolve(`made ${new Function('return 1')()}`);
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
  );
  expect(outcome).toBe('EvalError');

  const policies = new Map<string, string | undefined>();
  for (const file of readdirSync(new URL('../../web/dist/assets', import.meta.url))) {
    if (!file.endsWith('.js')) continue;
    const { headers } = await fetch(`${stage.address}/assets/${file}`);
    if (headers.get('content-security-policy')?.includes('unsafe-eval')) {
      policies.set(`/assets/${file}`, headers.get('content-security-policy') ?? undefined);
    }
  }
  const policy = "default-src 'none'; script-src 'self' 'unsafe-eval'";
  expect([...policies]).toEqual([[workerAddress(), policy]]);

  const compressed = await fetch(stage.address + workerAddress(), { headers: { 'accept-encoding': 'br' } });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('content-security-policy')).toBe(policy);
  const plain = await fetch(stage.address + workerAddress(), { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await compressed.text()).toBe(await plain.text());
});
