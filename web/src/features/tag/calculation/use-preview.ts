import type { PointColumns } from '@twinward/contracts/signals/data-point';
import type { PointBlock } from '@twinward/domain/evaluation';
import { aliasReferences } from '@twinward/domain/language';
import { useEffect, useMemo, useState } from 'react';
import {
  createEvaluationClient,
  type EvaluationClient,
} from '../../../shared/evaluation/evaluation-client.ts';
import type { EvaluationRequest } from '../../../shared/evaluation/protocol.ts';
import { sourceKey } from '../../../shared/units/input-unit.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { historyFor, type Source, toBlock, usePreviewPoints } from './preview-points.ts';

/** A name available to the logic, and its tag. */
export interface NamedTag {
  name: string;
  tagId: number | null;
  /** UCUM code of the unit to read; null for the tag's own unit. */
  unit: string | null;
}

/** The result of the logic over the last month of its tags' data. */
export interface Preview {
  /** The newest result of a valid text, with its range; null before the first. */
  result: { points: PointBlock; range: Range } | null;
  /** Why the result is outdated. */
  obstacle:
    | null
    | { kind: 'working' }
    | { kind: 'empty' }
    | { kind: 'nothing-named' }
    | { kind: 'unmapped'; names: string[] }
    | { kind: 'no-points' }
    | { kind: 'errors'; messages: string[] }
    | { kind: 'failed'; error: unknown; retry?: () => void };
}

/** The client, and the points that were sent to its worker. */
interface Thread {
  client: EvaluationClient;
  /** Points by `sourceKey`. */
  sent: Map<string, PointColumns>;
}

/** Evaluates a text in a worker while it is edited, over points that are loaded once. */
export function usePreview(
  text: string,
  names: readonly NamedTag[],
  { parameters, units, unit }: Pick<EvaluationRequest, 'parameters' | 'units' | 'unit'>,
): Preview {
  const thread = useThread();
  const settled = useSettled(text) ?? text;
  const named = useMemo(() => namedTags(settled, names), [settled, names]);
  const [history, setHistory] = useState(historyFor(0));
  const { span, points, error, retry, isWithoutPoints } = usePreviewPoints(named.sources, history);
  const [result, setResult] = useState<Preview['result']>(null);
  const [outcome, setOutcome] = useState<{ text: string; obstacle: Preview['obstacle'] } | null>(null);
  const inputs = useMemo(
    () =>
      names.map(({ name, tagId, unit }) => ({
        alias: name,
        unit,
        key: tagId === null ? null : sourceKey({ tagId, unit }),
      })),
    [names],
  );
  // Without points the text is still checked for errors.
  const isReady = points !== null || named.sources.length === 0 || isWithoutPoints;

  useEffect(() => {
    if (thread === null || !isReady) return;
    const range = span ?? { from: 0, to: 0 };
    for (const [key, columns] of points ?? []) {
      if (thread.sent.get(key) === columns) continue;
      thread.sent.set(key, columns);
      thread.client.setPoints(key, toBlock(columns));
    }
    thread.client
      .evaluate('calculation', {
        text: settled,
        inputs,
        parameters,
        units,
        unit,
        from: range.from,
        until: range.to,
      })
      .then(
        (evaluation) => {
          if (!evaluation.ok) {
            const messages = evaluation.errors.map(({ message }) => message);
            setOutcome({ text: settled, obstacle: { kind: 'errors', messages } });
            return;
          }
          setHistory(historyFor(evaluation.longestWindow));
          setOutcome({ text: settled, obstacle: null });
          if (span !== null) setResult({ points: evaluation.points, range: span });
        },
        (failure: unknown) => {
          if (failure instanceof DOMException && failure.name === 'AbortError') return;
          setOutcome({ text: settled, obstacle: { kind: 'failed', error: failure } });
        },
      );
  }, [thread, isReady, points, span, settled, inputs, parameters, units, unit]);

  return { result, obstacle: findObstacle() };

  function findObstacle(): Preview['obstacle'] {
    if (text.trim() === '') return { kind: 'empty' };
    if (outcome?.text === settled && outcome.obstacle !== null) return outcome.obstacle;
    if (error !== null) return { kind: 'failed', error, retry };
    if (outcome?.text !== settled) return { kind: 'working' };
    if (named.unmapped.length > 0) return { kind: 'unmapped', names: named.unmapped };
    if (named.sources.length === 0) return { kind: 'nothing-named' };
    if (isWithoutPoints) return { kind: 'no-points' };
    return text === settled ? null : { kind: 'working' };
  }
}

/** The distinct tags of the names in a text, and the names without a tag. */
function namedTags(text: string, names: readonly NamedTag[]): { sources: Source[]; unmapped: string[] } {
  const used = new Set(aliasReferences(text).map(({ name }) => name));
  const known = names.filter(({ name }) => used.has(name));
  return {
    sources: [
      ...new Map(
        known.flatMap(({ tagId, unit }) =>
          tagId === null ? [] : [[sourceKey({ tagId, unit }), { tagId, unit }] as const],
        ),
      ).values(),
    ],
    unmapped: known.flatMap(({ name, tagId }) => (tagId === null ? [name] : [])),
  };
}

function useThread(): Thread | null {
  const [thread, setThread] = useState<Thread | null>(null);
  useEffect(() => {
    const client = createEvaluationClient();
    setThread({ client, sent: new Map() });
    return () => client.close();
  }, []);
  return thread;
}
