import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { useMemo } from 'react';
import { useExcursionSpans, useExcursionTallies } from '../../../shared/api/queries/use-excursions.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { useAdvisoriesIn, useWorkIn } from '../api/get-lately.ts';
import { advisoryMarks, type LatelyMark, workMarks } from './lately-marks.ts';

const none = [] as const;

/** Marks of a kind, with the number of records in the range. */
export interface LatelyMarks {
  marks: readonly LatelyMark[];
  /** '12 in this range', with the number of marked ones if there are too many. */
  note: string;
  total: number;
}

/** The excursions, work and advisories of a twin in a range. `hasExcursions` and `hasWork`: whether to draw a lane. */
export function useLatelyEvents(
  twinId: number,
  aliases: readonly TagAlias[],
  range: Range,
  frame: PlotFrame,
) {
  const timeZone = useTimeZone();
  const workTags = useMemo(() => listWorkTags(aliases), [aliases]);
  const spans = useExcursionSpans({ twinId }, range, frame);
  const tallies = useExcursionTallies({ twinId }, range);
  const work = useWorkIn(workTags, range);
  const advisories = useAdvisoriesIn(twinId, range);
  const ofWork = useMemo(
    () => toLatelyMarks(work.data, (records) => workMarks(twinId, records, timeZone)),
    [work.data, twinId, timeZone],
  );
  const ofAdvisories = useMemo(
    () => toLatelyMarks(advisories.data, (records) => advisoryMarks(records, timeZone)),
    [advisories.data, timeZone],
  );
  const queries = [
    { query: spans, fallback: 'The excursions could not be loaded.' },
    { query: tallies, fallback: 'The excursions could not be counted.' },
    { query: work, fallback: 'The work could not be loaded.' },
    { query: advisories, fallback: 'The advisories could not be loaded.' },
  ];
  return {
    spans: spans.data ?? none,
    tallies: tallies.data ?? none,
    hasExcursions: tallies.data !== undefined && spans.error === null,
    work: ofWork,
    advisories: ofAdvisories,
    hasWork: work.data !== undefined,
    isPending: tallies.isPending || advisories.isPending || (workTags.length > 0 && work.isPending),
    failed: queries.flatMap(({ query, fallback }) =>
      query.error === null ? [] : [{ error: query.error, fallback, retry: () => void query.refetch() }],
    ),
  };
}

const listWorkTags = (aliases: readonly TagAlias[]): number[] => [
  ...new Set(
    aliases.flatMap(({ type, mappedTagId }) =>
      type === 'work' && mappedTagId !== null ? [mappedTagId] : [],
    ),
  ),
];

function toLatelyMarks<Row>(
  page: { records: Row[]; total: number } | undefined,
  toMarks: (records: readonly Row[]) => LatelyMark[],
): LatelyMarks {
  const { records, total } = page ?? { records: [], total: 0 };
  const found = total === 0 ? 'none in this range' : `${formatCount(total)} in this range`;
  const note = total > records.length ? `${found}, ${formatCount(records.length)} of them shown` : found;
  return { marks: toMarks(records), note, total };
}
