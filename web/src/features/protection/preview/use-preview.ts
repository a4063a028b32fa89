import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type {
  ExplainedThreshold,
  ProtectionFindings,
} from '@twinward/contracts/protections/protection-preview';
import { DAY } from '@twinward/domain/duration';
import { createDefinition, findInputs, type PointBlock } from '@twinward/domain/evaluation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLogicParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import {
  createEvaluationClient,
  type EvaluationClient,
} from '../../../shared/evaluation/evaluation-client.ts';

import type { ProtectionEvaluation } from '../../../shared/evaluation/protocol.ts';
import type { TwinInput } from '../../../shared/protection/draft.ts';
import { inputUnit, sourceKey } from '../../../shared/units/input-unit.ts';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { type MappedInput, useInputPoints } from '../api/input-points.ts';
import { explainByServer, usePreviewOfServer } from '../api/preview-protection.ts';

/** The findings of a definition, with that definition. */
export interface Result {
  findings: ProtectionFindings;
  definition: ProtectionDefinition;
  /** The evaluated range; null while a result of another range is shown as placeholder. */
  range: Range | null;
}

export interface Preview {
  /** Result of the newest valid definition; null before the first. */
  result: Result | null;
  /** Result of the saved protection over the same points. */
  saved: Result | null;
  /** Why the result is outdated; null if it is current. */
  obstacle:
    | null
    | { kind: 'working' | 'no-thresholds' | 'no-points' }
    | { kind: 'unmapped'; names: string[] }
    | {
        kind: 'errors';
        count: number;
        /** Errors of the protection as a whole. */
        messages: string[];
      }
    | { kind: 'failed'; error: unknown; retry?: () => void };
  /** Number of points; null until known. */
  count: number | null;
  /** Whether the server evaluates, because of too many points or a model. */
  isByServer: boolean;
  /** Requests an explanation at a time; null without a result. */
  explain: ((time: number) => Promise<readonly ExplainedThreshold[]>) | null;
}

/** Steps of the history length, so that a longer window rarely needs more points. */
const histories = [DAY, 7 * DAY, 30 * DAY, 91 * DAY, 365 * DAY];
const historyFor = (reach: number): number => histories.find((length) => length >= reach) ?? reach;

/**
 * Evaluates a definition while it is edited, together with the saved one. Runs in a worker over points that are loaded
 * once, or on the server if there are too many points or for a pattern protection.
 */
export function usePreview({
  twinId,
  indicatorId,
  definition,
  saved,
  aliases,
  startDate,
  outOfServiceAt,
  timeZone,
  range,
}: {
  twinId: number;
  /** Id of a saved pattern protection; undefined for others. */
  indicatorId: number | undefined;
  definition: ProtectionDefinition;
  saved: ProtectionDefinition | null;
  aliases: readonly TwinInput[];
  /** The twin's aliases. */
  startDate: string | null;
  /** The twin's end of service, after which nothing is evaluated. */
  outOfServiceAt: string | null;
  /** The plant's time zone. */
  timeZone: string;
  range: Range;
}): Preview {
  const settled = useSettled(definition) ?? definition;
  const thread = useThread();
  const [isCut, setIsCut] = useState(false);
  const span = useSpan(range, isCut);
  const [history, setHistory] = useState(DAY);
  const { data: units } = useUnits();
  const parameters = useLogicParameters(twinId);
  const ofTwin = useMemo(() => aliases.map((alias) => ({ ...alias, unit: inputUnit(alias) })), [aliases]);
  const start = startDate === null ? null : Date.parse(startDate);
  const end = outOfServiceAt === null ? null : Date.parse(outOfServiceAt);
  const inputs = useMemo(() => {
    const all = [...findInputs(settled, aliases), ...(saved ? findInputs(saved, aliases) : [])];
    return [...new Map(all.map((alias) => [alias.id, alias])).values()];
  }, [settled, saved, aliases]);
  const mapped = useMemo(
    () =>
      inputs.flatMap((input): MappedInput[] => {
        const { name, type, mappedTagId: tagId } = input;
        return tagId === null ? [] : [{ alias: name, type, tagId, unit: inputUnit(input) }];
      }),
    [inputs],
  );
  const from = Number.isFinite(history) ? Math.max(0, span.from - history) : 0;
  const read = useMemo(() => ({ from, to: span.to }), [from, span.to]);
  const { points, count, isTooMany, error, retry } = useInputPoints(mapped, read);
  // Models stay on the server.
  const isByServer = isTooMany || indicatorId !== undefined;
  const [result, setResult] = useState<Result | null>(null);
  const [savedResult, setSavedResult] = useState<Result | null>(null);
  const [outcome, setOutcome] = useState<{ of: ProtectionDefinition; obstacle: Preview['obstacle'] } | null>(
    null,
  );
  const byServer = usePreviewOfServer({ twinId, indicatorId }, settled, span, isByServer);
  const savedByServer = usePreviewOfServer({ twinId, indicatorId }, saved, span, isByServer);

  const request = useCallback(
    (of: ProtectionDefinition) => ({
      definition: createDefinition(of, ofTwin, {
        startDate: start,
        endDate: end,
        timeZone,
        parameters,
        units,
      }),
      inputs: mapped.map((input) => ({ alias: input.alias, key: sourceKey(input) })),
    }),
    [ofTwin, start, end, timeZone, parameters, units, mapped],
  );

  useEffect(() => {
    if (thread === null || points === null || isByServer) return;
    thread.sendMissing(points);
    const applyEvaluation = (evaluation: ProtectionEvaluation): void => {
      if (!evaluation.ok) {
        setOutcome({ of: settled, obstacle: toObstacle(evaluation.errors) });
        return;
      }
      setHistory((known) => Math.max(known, historyFor(evaluation.reach)));
      setResult({ findings: evaluation.findings, definition: settled, range: span });
      setOutcome({ of: settled, obstacle: null });
    };
    thread.client
      .evaluate('protection', { ...request(settled), ...span })
      .then(applyEvaluation, (failure: unknown) => {
        if (!isAbort(failure)) setOutcome({ of: settled, obstacle: { kind: 'failed', error: failure } });
      });
  }, [thread, points, settled, span, request, isByServer]);

  useEffect(() => {
    if (thread === null || points === null || saved === null || isByServer) return;
    thread.sendMissing(points);
    thread.client.evaluate('saved', { ...request(saved), ...span }).then(
      (evaluation) => {
        setSavedResult(
          evaluation.ok ? { findings: evaluation.findings, definition: saved, range: span } : null,
        );
        if (evaluation.ok) setHistory((known) => Math.max(known, historyFor(evaluation.reach)));
      },
      // Errors of the saved definition are ignored; those of the edited one are reported.
      () => setSavedResult(null),
    );
  }, [thread, points, saved, span, request, isByServer]);

  const explain = useMemo(() => {
    if (isByServer) {
      return async (time: number) =>
        (await explainByServer({ twinId, indicatorId, protection: settled, time })).thresholds;
    }
    if (thread === null || points === null) return null;
    return async (time: number) => {
      const answer = await thread.client.evaluate('explanation', { ...request(settled), time });
      return answer.ok ? answer.thresholds : [];
    };
  }, [isByServer, twinId, indicatorId, thread, points, request, settled]);

  const found = isByServer ? toResult(byServer, settled, span) : result;
  const isTruncated = found?.findings.truncated ?? false;
  useEffect(() => setIsCut(isTruncated), [isTruncated]);
  return {
    result: found,
    saved: saved === null ? null : isByServer ? toResult(savedByServer, saved, span) : savedResult,
    obstacle: findObstacle(),
    count,
    isByServer,
    explain,
  };

  function findObstacle(): Preview['obstacle'] {
    if (definition.thresholds.length === 0) return { kind: 'no-thresholds' };
    const names = inputs.flatMap(({ name, mappedTagId }) => (mappedTagId === null ? [name] : []));
    if (names.length > 0) return { kind: 'unmapped', names };
    const failure = error ?? (isByServer ? byServer.error : null);
    if (failure !== null) return { kind: 'failed', error: failure, retry };
    if (isByServer) {
      const errors = byServer.data?.errors ?? [];
      if (errors.length > 0) return toObstacle(errors);
      return byServer.data === undefined || byServer.isPlaceholderData ? { kind: 'working' } : null;
    }
    if (outcome?.of !== settled) return { kind: 'working' };
    return outcome.obstacle ?? (count === 0 ? { kind: 'no-points' } : null);
  }
}

const toObstacle = (errors: readonly { threshold: number; message: string }[]): Preview['obstacle'] => ({
  kind: 'errors',
  count: errors.length,
  messages: errors.flatMap(({ threshold, message }) => (threshold < 0 ? [message] : [])),
});

const toResult = (
  answer: ReturnType<typeof usePreviewOfServer>,
  definition: ProtectionDefinition,
  span: Range,
): Result | null =>
  answer.data?.findings
    ? { findings: answer.data.findings, definition, range: answer.isPlaceholderData ? null : span }
    : null;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * The range to evaluate. It stays the same while the visible range is inside it. If findings are truncated, it equals
 * the visible range, so that the counts belong to that range.
 */
function useSpan(range: Range, isExact: boolean): Range {
  const settled = useSettled(range) ?? range;
  const [span, setSpan] = useState(settled);
  const isInside = settled.from >= span.from && settled.to <= span.to;
  const isFine = (span.to - span.from) / (settled.to - settled.from) < 50;
  const isSame = settled.from === span.from && settled.to === span.to;
  if (isSame || (isInside && isFine && !isExact)) return span;
  if (settled !== span) setSpan(settled);
  return settled;
}

interface Thread {
  client: EvaluationClient;
  /** Sends the worker the points that it does not have yet. */
  sendMissing(points: ReadonlyMap<string, PointBlock>): void;
}

function useThread(): Thread | null {
  const [thread, setThread] = useState<Thread | null>(null);
  useEffect(() => {
    const client = createEvaluationClient();
    const sent = new Map<string, PointBlock>();
    setThread({
      client,
      sendMissing(points) {
        for (const [key, block] of points) {
          if (sent.get(key) === block) continue;
          sent.set(key, block);
          const { times, values, qualities, length } = block;
          // Copies, since the cached arrays must stay usable for later requests.
          client.setPoints(key, {
            times: times.slice(),
            values: values.slice(),
            ...(qualities ? { qualities: qualities.slice() } : {}),
            length,
          });
        }
      },
    });
    return () => client.close();
  }, []);
  return thread;
}
