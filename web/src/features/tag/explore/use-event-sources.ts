import { useTheme } from '@mui/material/styles';
import { keepPreviousData } from '@tanstack/react-query';
import type { AdvisorySummary, listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { Filter } from '@twinward/contracts/core/list';
import type { ExcursionTally, ThresholdSpans } from '@twinward/contracts/protections/excursion-span';
import type { Protection } from '@twinward/contracts/protections/protection';
import { useMemo } from 'react';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import {
  countTallies,
  useExcursionSpans,
  useExcursionTallies,
} from '../../../shared/api/queries/use-excursions.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { within } from '../../../shared/api/within.ts';
import { useWorkLanes, type WorkLane } from '../../../shared/work/use-work-lanes.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { useExactRange } from '../../../ui/chart/use-drawn-range.ts';
import { levelColor } from '../../../ui/format/scales.ts';
import type { EventSource } from './event-lanes.tsx';

const none = [] as const;
const mostAdvisories = 1000;

/** The events of a twin: excursions of its protections, work, and advisories. */
export function useEventSources(
  twinId: number,
  protections: readonly Pick<Protection, 'id' | 'name'>[],
  range: Range,
  frame: PlotFrame,
): EventSource[] {
  const { palette } = useTheme();
  const aliases = useTwinTagAliases(twinId);
  const workTags = new Map(
    (aliases.data ?? []).flatMap(({ type, mappedTagId, mappedTagName }) =>
      type === 'work' && mappedTagId !== null ? [[mappedTagId, mappedTagName ?? '']] : [],
    ),
  );
  const work = useWorkLanes([...workTags.keys()], range, frame, palette.text.secondary);
  const advisories = useAdvisoriesIn(twinId, range);
  const scope = { twinId };
  const { data: excursions = none } = useExcursionSpans(scope, range, frame);
  const { data: tallies = none } = useExcursionTallies(scope, range);
  const ofProtections = useMemo(
    () => protections.map((protection) => excursionSource(protection, excursions, tallies)),
    [protections, excursions, tallies],
  );
  const ofWork = work.lanes.flatMap((lane) =>
    lane.count === undefined ? [] : [workSource(workTags.get(lane.tagId)!, lane, lane.count)],
  );
  const { records, total } = advisories.data ?? { records: none, total: 0 };
  const ofAdvisories = total === 0 ? [] : [advisorySource(records, total, palette.primary.main)];
  return [...ofProtections, ...ofWork, ...ofAdvisories];
}

/** Advisories at the start of their excursions, else at their creation. */
function advisorySource(records: readonly AdvisorySummary[], count: number, color: string): EventSource {
  const spans = records
    .map(({ lastOccurrence, createdAt }) => Date.parse(lastOccurrence ?? createdAt))
    .sort((one, other) => one - other)
    .map((at) => ({ from: at, to: at }));
  return { id: 'advisories', name: 'Advisories', groups: [{ color, spans }], count };
}

/** The advisories of a twin in an exact range, by their last occurrence, else by their creation. */
function useAdvisoriesIn(twinId: number, range: Range) {
  const { from, to } = useExactRange(range);
  const exact = { from: Number(from), to: Number(to) };
  const without: Filter = { field: 'LastOccurrence', operator: 'IsNull', dataType: 'D' };
  return useApiListQuery<typeof listAdvisories>(
    ['advisories', { twinId, from, to }],
    'POST /api/advisories/filters',
    {
      query: { 'page-size': mostAdvisories },
      body: {
        filters: [
          { field: 'TwinId', operator: 'EqualTo', value: twinId, dataType: 'N' },
          {
            operator: 'GroupOr',
            filters: [
              { operator: 'GroupAnd', filters: within('LastOccurrence', exact) },
              { operator: 'GroupAnd', filters: [without, ...within('Created', exact)] },
            ],
          },
        ],
      },
    },
    { placeholderData: keepPreviousData },
  );
}

function excursionSource(
  { id, name }: Pick<Protection, 'id' | 'name'>,
  excursions: readonly ThresholdSpans[],
  tallies: readonly ExcursionTally[],
): EventSource {
  const own = excursions.filter(({ protectionId }) => protectionId === id);
  return {
    id: `protection ${id}`,
    name,
    ...countTallies(tallies.filter(({ protectionId }) => protectionId === id)),
    groups: own.map(({ level, spans }) => ({
      color: levelColor(level),
      spans: spans.map(({ start, end }) => ({ from: start, to: end })),
    })),
  };
}

const workSource = (tagName: string, { tagId, groups }: WorkLane, count: number): EventSource => ({
  id: `work ${tagId}`,
  name: `Work: ${tagName}`,
  groups,
  count,
});
