import { describe, expect, it, vi } from 'vitest';
import { createMessageHandler } from './evaluate-messages.ts';
import { createEvaluationClient } from './evaluation-client.ts';
import type { Answer, EvaluationRequest, Message } from './protocol.ts';

/** A worker whose answers are sent manually. */
function threadByHand() {
  const handle = createMessageHandler();
  const waiting: Message[] = [];
  const thread = {
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    postMessage: vi.fn((message: Message) => {
      if (message.kind === 'points') handle(message);
      else waiting.push(message);
    }),
    terminate: vi.fn(),
  };
  const step = () => {
    const answer = handle(waiting.shift()!)!;
    thread.onmessage!.call({} as Worker, { data: answer } as MessageEvent<Answer>);
  };
  return { thread, step, waiting, client: createEvaluationClient(thread as unknown as Worker) };
}

const block = (times: number[], values: number[]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
  length: times.length,
});
const request = (text: string, change: Partial<EvaluationRequest> = {}): EvaluationRequest => ({
  text,
  inputs: [{ alias: 'Flow', key: '7' }],
  from: 0,
  until: 1000,
  ...change,
});

describe('evaluation in a worker', () => {
  it('returns the results of a text over points that are sent once', async () => {
    const { client, step } = threadByHand();
    client.setPoints('7', block([0, 10, 20], [1, 2, 4]));
    const first = client.evaluate('calculation', request('[Flow] * 2'));
    step();
    const second = client.evaluate('calculation', request('AVERAGE([Flow], #20ms)', { from: 10 }));
    step();
    expect(await first).toMatchObject({
      ok: true,
      points: { times: Float64Array.from([0, 10, 20]), values: Float64Array.from([2, 4, 8]), length: 3 },
      longestWindow: 0,
    });
    expect(await second).toMatchObject({
      ok: true,
      points: { times: Float64Array.from([10, 20]), values: Float64Array.from([1.5, 3]), length: 2 },
      longestWindow: 20,
    });
  });

  it('returns the errors of a text', async () => {
    const { client, step } = threadByHand();
    const evaluation = client.evaluate('calculation', request('[Flwo]'));
    step();
    expect(await evaluation).toMatchObject({
      ok: false,
      errors: [{ message: 'Unknown tag alias [Flwo]. Did you mean [Flow]?' }],
    });
  });

  it('evaluates only the latest of the texts queued while another one runs', async () => {
    const { client, step, waiting } = threadByHand();
    client.setPoints('7', block([0], [1]));
    const stale = ['[Flow] + 1', '[Flow] + 2'].map((text) => client.evaluate('calculation', request(text)));
    const newest = client.evaluate('calculation', request('[Flow] + 3'));
    const outcomes = await Promise.allSettled(stale);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)).toEqual([
      'AbortError',
      'AbortError',
    ]);
    expect(waiting).toHaveLength(1);
    step();
    expect(
      waiting.map(
        (message) =>
          message.kind === 'evaluate' && message.question === 'calculation' && message.request.text,
      ),
    ).toEqual(['[Flow] + 3']);
    step();
    expect(await newest).toMatchObject({ points: { values: Float64Array.from([4]) } });
  });

  const high = (limit: number) => ({
    type: 'condition' as const,
    defaultLevel: 0,
    thresholds: [{ id: '0', name: 'High', logic: `[Flow] > ${limit}`, level: 250 }],
    inputs: [{ alias: 'Flow', type: 'data_point' as const }],
  });
  const inputs = [{ alias: 'Flow', key: '7' }];

  it('returns the findings of a protection, its look-back, and an explanation at a time', async () => {
    const { client, step } = threadByHand();
    client.setPoints('7', block([0, 10, 20, 30], [5, 1, 9, 1]));
    const found = client.evaluate('protection', { definition: high(4), inputs, from: 5, to: 100 });
    step();
    expect(await found).toMatchObject({
      ok: true,
      findings: {
        excursions: [
          { threshold: 0, start: 0, end: 10 },
          { threshold: 0, start: 20, end: 30 },
        ],
        levels: [
          { time: 5, level: 250, driving: 0 },
          { time: 10, level: 0, driving: null },
          { time: 20, level: 250, driving: 0 },
          { time: 30, level: 0, driving: null },
        ],
        durations: [15],
      },
      aliases: ['Flow'],
      reach: 0,
    });
    const why = client.evaluate('explanation', { definition: high(4), inputs, time: 25 });
    step();
    expect(await why).toMatchObject({
      ok: true,
      thresholds: [
        { value: true, open: true, parts: [{ kind: 'return', parts: [{ parts: [{ value: 9 }, {}] }] }] },
      ],
    });
  });

  it('evaluates requests with different names independently', async () => {
    const { client, step, waiting } = threadByHand();
    client.setPoints('7', block([0], [5]));
    const request = (limit: number) => ({ definition: high(limit), inputs, from: 0, to: 10 });
    const edited = client.evaluate('protection', request(4));
    const saved = client.evaluate('saved', request(6));
    expect(waiting).toHaveLength(2);
    step();
    step();
    expect(await edited).toMatchObject({ findings: { counts: [1] } });
    expect(await saved).toMatchObject({ findings: { counts: [0] } });
  });

  it('transfers points instead of copying them', () => {
    const { client, thread } = threadByHand();
    const points = block([0], [1]);
    client.setPoints('7', points);
    expect(thread.postMessage).toHaveBeenCalledWith({ kind: 'points', key: '7', block: points }, [
      points.times.buffer,
      points.values.buffer,
    ]);
  });

  it('rejects if the worker cannot run', async () => {
    const { client, thread } = threadByHand();
    const evaluation = client.evaluate('calculation', request('1'));
    thread.onerror!.call({} as Worker, { message: '' } as ErrorEvent);
    await expect(evaluation).rejects.toThrow('The evaluation could not be started.');
  });

  it('cancels running requests when closed', async () => {
    const { client, thread } = threadByHand();
    const evaluation = client.evaluate('calculation', request('1'));
    client.close();
    await expect(evaluation).rejects.toMatchObject({ name: 'AbortError' });
    expect(thread.terminate).toHaveBeenCalled();
  });
});
