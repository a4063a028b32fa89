import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ProtectionScore, ScoredEvent } from '@twinward/contracts/protections/protection-score';
import { DAY, durationToDays } from '@twinward/domain/duration';
import type { NamedScore } from '@twinward/domain/score/named-score';
import type { ReactNode } from 'react';
import type { RangeAction } from '../../../ui/chart/range.ts';
import { formatCount, formatSpan } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import {
  caughtText,
  episodeCountText,
  episodesText,
  intervalText,
  noticeBuckets,
  noticeText,
  rateText,
  type Standing,
} from './score-text.ts';

type Row = Standing & { key: string; name: string };

const columns: readonly Column<Row>[] = [
  { id: 'name', header: 'Threshold', cell: ({ name }) => name },
  { id: 'hits', header: 'Caught', cell: ({ hits }) => formatCount(hits), numeric: true, width: '80px' },
  { id: 'misses', header: 'Missed', cell: ({ misses }) => formatCount(misses), numeric: true, width: '80px' },
  {
    id: 'false',
    header: 'False',
    term: 'false',
    cell: ({ falseEpisodes }) => (falseEpisodes === null ? '–' : formatCount(falseEpisodes)),
    numeric: true,
    width: '70px',
    wide: true,
  },
  {
    id: 'rate',
    header: 'Per year',
    cell: ({ falseEpisodesPerYear }) =>
      falseEpisodesPerYear === null ? '–' : rateText(falseEpisodesPerYear),
    numeric: true,
    width: '80px',
  },
  {
    id: 'undecided',
    header: 'Undecided',
    term: 'undecided',
    cell: ({ undecided }) => (undecided === null ? '–' : formatCount(undecided)),
    numeric: true,
    width: '100px',
    wide: true,
  },
  {
    id: 'episodes',
    header: 'Episodes',
    term: 'episode',
    cell: ({ episodes, excursions }) => `${formatCount(episodes)} (${formatCount(excursions)})`,
    numeric: true,
    width: '100px',
    wide: true,
  },
  {
    id: 'notice',
    header: 'Median notice',
    term: 'notice',
    cell: ({ notices }) => noticeText(notices),
    numeric: true,
    width: '130px',
    wide: true,
  },
];

/** The displayed part of a score. */
export type ShownScore = NamedScore & Pick<ProtectionScore, 'pfInterval' | 'pfSource'>;

/** A score: failures caught and missed, episodes, and notice. */
export function ScoreView({
  label,
  score,
  onRange,
}: {
  label: string;
  score: ShownScore;
  onRange: (action: RangeAction) => void;
}): ReactNode {
  const { thresholds, events } = score;
  const rows: Row[] = [
    ...(thresholds.length > 1 ? [{ ...score, key: 'all', name: 'All thresholds' }] : []),
    ...thresholds.map((own) => ({ ...own, key: String(own.index) })),
  ];
  const eventColumns: readonly Column<ScoredEvent>[] = [
    { id: 'time', header: 'Event', cell: ({ time }) => <Time value={time} />, width: '220px' },
    {
      id: 'name',
      header: 'Type',
      cell: ({ type, name }) => name || (type === 'range' ? 'Marked range' : 'Corrective work'),
    },
    {
      id: 'notice',
      header: 'Notice',
      term: 'notice',
      cell: ({ isCaught, notice }) =>
        notice === null ? (isCaught ? 'Caught' : 'Missed') : formatSpan(notice),
      numeric: true,
      width: '120px',
    },
    {
      id: 'by',
      header: 'Caught by',
      cell: (event) => event.thresholds.map((index) => thresholds[index]!.name).join(', '),
      wide: true,
    },
  ];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 0.5 }}>
        <Typography sx={{ fontWeight: 600 }}>{caughtText(score)}</Typography>
        <Typography>{episodesText(score)}</Typography>
        {score.notices.length === 0 ? null : (
          <Typography>median notice {noticeText(score.notices)}</Typography>
        )}
        <Muted>
          {score.falseEpisodes === null ? '' : `${episodeCountText(score)}; `}
          {intervalText(score)}
        </Muted>
      </Stack>
      <Box>
        <DataTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />
      </Box>
      {score.notices.length === 0 ? null : <Notices score={score} />}
      {events.length === 0 ? null : (
        <Box>
          <DataTable
            label={`${label}: events`}
            columns={eventColumns}
            rows={events}
            rowKey={({ type, id }) => `${type} ${id}`}
            onOpen={({ begin, time }) => {
              const [from, to] = [Date.parse(begin), Date.parse(time)];
              const air = (to - from) / 2;
              onRange({ type: 'select', from: from - air, to: to + air });
            }}
          />
        </Box>
      )}
    </Box>
  );
}

const shares = ['under 20 %', '20 to 40 %', '40 to 60 %', '60 to 80 %', '80 % and more'];

/** The distribution of notice over the P-F interval. */
function Notices({ score }: { score: ShownScore }): ReactNode {
  const buckets = noticeBuckets(score.notices, durationToDays(score.pfInterval) * DAY);
  const most = Math.max(...buckets);
  return (
    <Box component="figure" sx={{ m: 0, maxWidth: 520 }}>
      <Typography component="figcaption" variant="body2" sx={{ pb: 1 }}>
        Notice as a share of the P-F interval
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '110px 1fr', rowGap: 0.5 }}>
        {buckets.map((count, index) => (
          <Box key={shares[index]} sx={{ display: 'contents', fontSize: '0.8125rem' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {shares[index]}
            </Box>
            <Box component="dd" sx={{ m: 0, display: 'flex', alignItems: 'center', gap: 1.5 }}>
              <Box
                sx={{ height: 10, width: `${(count / most) * 80}%`, bgcolor: 'text.secondary', opacity: 0.7 }}
              />
              <span>{formatCount(count)}</span>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
