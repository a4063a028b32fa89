import {
  type Blocks,
  compileCalculatedTag,
  compileProtection,
  computeReach,
  createCalculatedEvaluator,
  createProtectionEvaluator,
  explainProtection,
  FindingsLog,
  type InputDefinition,
  type PointBlock,
} from '@twinward/domain/evaluation';
import type {
  Answer,
  Evaluation,
  EvaluationRequest,
  Explanation,
  ExplanationRequest,
  Message,
  NamedPoints,
  ProtectionEvaluation,
  ProtectionRequest,
} from './protocol.ts';

type Points = ReadonlyMap<string, PointBlock>;

/** The worker's message handler, which also runs without a worker. Stores points, and evaluates requests over them. */
export function createMessageHandler(): (message: Message) => Answer | null {
  const points = new Map<string, PointBlock>();
  return (message) => {
    if (message.kind === 'points') {
      points.set(message.key, message.block);
      return null;
    }
    const { number, question } = message;
    try {
      return { number, question, evaluation: answerTo(message, points) };
    } catch (error) {
      return { number, question, failure: error instanceof Error ? error.message : String(error) };
    }
  };
}

function answerTo(message: Extract<Message, { kind: 'evaluate' }>, points: Points) {
  switch (message.question) {
    case 'calculation':
      return evaluate(message.request, points);
    case 'protection':
    case 'saved':
      return evaluateProtection(message.request, points);
    case 'explanation':
      return explain(message.request, points);
  }
}

function toBlocks(inputs: readonly NamedPoints[], points: Points): Blocks {
  return new Map(
    inputs.flatMap(({ alias, key }) => {
      const block = key === null ? undefined : points.get(key);
      return block ? [[alias, block] as const] : [];
    }),
  );
}

function evaluate(
  { text, inputs, parameters, units, unit, from, until }: EvaluationRequest,
  points: Points,
): Evaluation {
  const definitions = inputs.map(({ alias, unit }): InputDefinition => ({ alias, type: 'data_point', unit }));
  const compiled = compileCalculatedTag(text, definitions, { parameters, units, unit });
  if (!compiled.ok) return compiled;
  const { program, warnings } = compiled;
  const evaluator = createCalculatedEvaluator(program);
  const { times, values, length } = evaluator.advance(toBlocks(inputs, points), until);
  const all = times.subarray(0, length);
  const first = all.findIndex((time) => time >= from);
  const start = first < 0 ? length : first;
  return {
    ok: true,
    // Copies of the exact length, since their buffers are transferred to the page.
    points: {
      times: times.slice(start, length),
      values: values.slice(start, length),
      length: length - start,
    },
    warnings,
    longestWindow: Math.max(0, ...program.inputs.map(({ window }) => window)),
  };
}

function evaluateProtection(
  { definition, inputs, from, to }: ProtectionRequest,
  points: Points,
): ProtectionEvaluation {
  const compiled = compileProtection(definition);
  if (!compiled.ok) return compiled;
  const { program, warnings } = compiled;
  const blocks = toBlocks(inputs, points);
  const evaluator = createProtectionEvaluator(program);
  const findings = new FindingsLog(from, to);
  const before = evaluator.advance(blocks, from - 1, { live: false });
  findings.begin([before], evaluator.status());
  findings.add(evaluator.advance(blocks, to - 1, { live: false }));
  return {
    ok: true,
    findings: findings.finish(program),
    warnings,
    aliases: program.inputs.map(({ alias }) => alias),
    reach: computeReach(program),
  };
}

function explain({ definition, inputs, time }: ExplanationRequest, points: Points): Explanation {
  const compiled = compileProtection(definition);
  if (!compiled.ok) return compiled;
  return { ok: true, thresholds: explainProtection(compiled.program, toBlocks(inputs, points), time) };
}
