import type { AnswerSpan } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { spansOfChanges } from '../../../shared/patterns/answer-groups.ts';
import type { LevelSpan } from '../../../ui/chart/bands.ts';
import { timeInside } from '../../../ui/chart/blocks.ts';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { Range } from '../../../ui/chart/range.ts';
import { levelColor } from '../../../ui/format/scales.ts';
import { levelGroups, toLevelSpans } from '../lanes.ts';
import { tallyText } from '../tally-text.ts';
import type { Result } from './use-preview.ts';

/** Excursions as level spans, within the evaluated range. An open one lasts until the latest data. */
export const listExcursionSpans = ({ findings, definition, range }: Result, latest: number): LevelSpan[] =>
  inside(
    findings.excursions.map(({ threshold, start, end }) => ({
      level: definition.thresholds[threshold]?.level ?? null,
      from: start,
      to: end ?? Math.max(start, latest),
    })),
    range,
  );

/** The answers of a model, within the evaluated range. The last one lasts until the latest data. */
export const answerSpans = (
  { findings, range }: Result,
  patterns: readonly PatternOfSet[],
  latest: number,
): AnswerSpan[] =>
  inside(
    spansOfChanges(findings.answers, patterns, latest).map((span) => ({
      ...span,
      from: span.start,
      to: span.end,
    })),
    range,
  ).map(({ from, to, patternId, count }) => ({ patternId, count, start: from, end: to }));

export interface PreviewLane {
  key: string;
  name: string;
  level: number | null;
  groups: LaneSpans[];
  summary: string;
  /** The saved version of the same threshold; null if it is new or nothing is saved. */
  saved: { groups: LaneSpans[]; summary: string } | null;
}

const ghostColor = '#9E9E9E';

/** One lane per edited threshold, with its saved version below. Deleted thresholds come last. */
export function previewLanes(
  result: Result,
  saved: Result | null,
  range: Range,
  latest: number,
): PreviewLane[] {
  const own = buildLanes(result, range, latest);
  const before = saved ? buildLanes(saved, range, latest) : [];
  const findGhost = (id: number | undefined) => {
    const index = saved?.definition.thresholds.findIndex((threshold) => threshold.id === id) ?? -1;
    if (id === undefined || index < 0) return null;
    const { groups, summary } = before[index]!;
    return { groups: groups.map((group) => ({ ...group, color: ghostColor })), summary };
  };
  const kept = new Set(result.definition.thresholds.map(({ id }) => id));
  const gone = (saved?.definition.thresholds ?? []).filter(({ id }) => !kept.has(id));
  return [
    ...result.definition.thresholds.map(({ id, name, level }, index) => ({
      key: id === undefined ? `new ${index}` : String(id),
      name,
      level,
      groups: own[index]!.groups,
      summary: own[index]!.summary,
      saved: findGhost(id),
    })),
    ...gone.map(({ id, name, level }) => ({
      key: `gone ${id}`,
      name: `${name} (removed)`,
      level,
      groups: [],
      summary: 'no excursions',
      saved: findGhost(id),
    })),
  ];
}

/** One lane per threshold: its excursions in a range, and their number. */
function buildLanes(result: Result, range: Range, latest: number) {
  const { definition, findings } = result;
  const whole = covers(result, range);
  // Truncated findings contain only the latest excursions; the counts cover the whole evaluated range.
  const isCut = findings.truncated && result.range !== null && !isSame(result.range, range);
  return definition.thresholds.map(({ level, logExcursion }, index) => {
    const own = findings.excursions.filter(
      ({ threshold, start, end }) =>
        threshold === index && start < range.to && (end === null || end > range.from),
    );
    const spans = own
      .map(({ start, end }) => ({ from: start, to: end ?? Math.max(start, latest) }))
      .sort((one, other) => one.from - other.from);
    const summary = tallyText({
      count: findings.truncated ? findings.counts[index]! : own.length,
      duration: findings.truncated ? findings.durations[index]! : timeInside(spans, range),
      isOpen: own.some(({ end }) => end === null),
      isKept: logExcursion !== false,
    });
    const groups = clipped([{ color: levelColor(level), spans }], result.range);
    if (!whole) return { groups, summary: 'only partly calculated in this range' };
    return {
      groups,
      summary: isCut ? `${summary} in the whole evaluated range` : summary,
    };
  });
}

const isSame = (one: Range, other: Range): boolean => one.from === other.from && one.to === other.to;

/** Whether the whole range was evaluated. */
export const covers = ({ range: evaluated }: Result, { from, to }: Range): boolean =>
  evaluated !== null && evaluated.from <= from && to <= evaluated.to;

/** The parts of spans inside the evaluated range. */
function inside<Span extends Range>(spans: readonly Span[], evaluated: Range | null): Span[] {
  if (evaluated === null) return [];
  return spans
    .map((span) => ({
      ...span,
      from: Math.max(span.from, evaluated.from),
      to: Math.min(span.to, evaluated.to),
    }))
    .filter(({ from, to }) => from <= to);
}

const clipped = (groups: readonly LaneSpans[], evaluated: Range | null): LaneSpans[] =>
  groups.map(({ color, spans }) => ({ color, spans: inside(spans, evaluated) }));

/** The level over time, within the evaluated range. */
export const levelLane = ({ findings, range }: Result, latest: number): LaneSpans[] =>
  clipped(levelGroups(toLevelSpans(findings.levels, latest)), range);

/** The level at a time, and its driving threshold; null before anything was evaluated. */
export function levelAt(
  { findings }: Result,
  time: number,
): { level: number; driving: number | null } | null {
  return findings.levels.findLast((change) => change.time <= time) ?? null;
}
