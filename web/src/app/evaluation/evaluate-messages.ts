import {
  compileCalculatedTag,
  createCalculatedEvaluator,
  type InputDefinition,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type { Answer, Evaluation, EvaluationRequest, Message } from './protocol.ts';

/** The worker's side, apart from its thread: keeps points, and answers requests over them. */
export function createMessageHandler(): (message: Message) => Answer | null {
  const points = new Map<string, PointBlock>();
  return (message) => {
    if (message.kind === 'points') {
      points.set(message.key, message.block);
      return null;
    }
    const { number, request } = message;
    try {
      return { number, evaluation: evaluate(request, points) };
    } catch (error) {
      return { number, failure: error instanceof Error ? error.message : String(error) };
    }
  };
}

function evaluate(
  { text, inputs, from, until }: EvaluationRequest,
  points: ReadonlyMap<string, PointBlock>,
): Evaluation {
  const definitions = inputs.map(({ alias }): InputDefinition => ({ alias, type: 'data_point' }));
  const compiled = compileCalculatedTag(text, definitions);
  if (!compiled.ok) return compiled;
  const blocks = new Map(
    inputs.flatMap(({ alias, key }) => {
      const block = key === null ? undefined : points.get(key);
      return block ? [[alias, block] as const] : [];
    }),
  );
  const { program, warnings } = compiled;
  const { times, values, length } = createCalculatedEvaluator(program).advance(blocks, until);
  const all = times.subarray(0, length);
  const first = all.findIndex((time) => time >= from);
  const start = first < 0 ? length : first;
  return {
    ok: true,
    // Copies, of exactly this length: they are handed over to the page.
    points: {
      times: times.slice(start, length),
      values: values.slice(start, length),
      length: length - start,
    },
    warnings,
    longestWindow: Math.max(0, ...program.inputs.map(({ window }) => window)),
  };
}
