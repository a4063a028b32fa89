import type { Excursion } from '@twinward/contracts/protections/protection';
import type { LaneSpans } from '../../../ui/chart/lane.tsx';
import type { Range } from '../../../ui/chart/range.ts';
import { levelGroups, thresholdLanes } from '../lanes.ts';
import type { Result } from './use-preview.ts';

/** Excursions that were found, as those that are stored look; a threshold's id is its index. */
export function excursionsOf({ findings, definition }: Result): Excursion[] {
  return findings.excursions.map(({ threshold, start, end }, index) => ({
    id: index + 1,
    twinId: 0,
    assetName: '',
    protectionId: 0,
    protectionName: '',
    thresholdId: threshold,
    thresholdName: definition.thresholds[threshold]?.name ?? '',
    level: definition.thresholds[threshold]?.level ?? null,
    start: new Date(start).toISOString(),
    end: end === null ? null : new Date(end).toISOString(),
  }));
}

export interface PreviewLane {
  key: string;
  name: string;
  level: number | null;
  groups: LaneSpans[];
  summary: string;
  /** The same threshold as it is saved; null where it is new, or nothing is saved. */
  saved: { groups: LaneSpans[]; summary: string } | null;
}

const ghostColor = '#9E9E9E';

/** A lane for each threshold as it is being edited, with its saved state beneath it; saved ones that are gone last. */
export function previewLanes(
  result: Result,
  saved: Result | null,
  range: Range,
  latest: number,
): PreviewLane[] {
  const own = lanesOf(result, range, latest);
  const before = saved ? lanesOf(saved, range, latest) : [];
  const ghostOf = (id: number | undefined) => {
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
      saved: ghostOf(id),
    })),
    ...gone.map(({ id, name, level }) => ({
      key: `gone ${id}`,
      name: `${name} (removed)`,
      level,
      groups: [],
      summary: 'no excursions',
      saved: ghostOf(id),
    })),
  ];
}

function lanesOf(result: Result, range: Range, latest: number) {
  const thresholds = result.definition.thresholds.map((threshold, id) => ({ ...threshold, id, actions: [] }));
  return thresholdLanes(thresholds, excursionsOf(result), range, latest);
}

/** The level over time. */
export const levelLane = ({ findings }: Result, latest: number): LaneSpans[] =>
  levelGroups(
    findings.levels.map(({ time, level }) => ({
      time: new Date(time).toISOString(),
      level,
      drivingThresholdId: null,
    })),
    latest,
  );

/** The level that held at a time, and what gave it; null before anything was evaluated. */
export function levelAt(
  { findings }: Result,
  time: number,
): { level: number; driving: number | null } | null {
  return findings.levels.findLast((change) => change.time <= time) ?? null;
}
