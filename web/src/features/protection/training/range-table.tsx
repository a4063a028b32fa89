import Box from '@mui/material/Box';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { ReactNode } from 'react';
import { PatternName } from '../../../shared/patterns/pattern-name.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatSpan } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';
import { usePage } from '../../../ui/list/paged.tsx';
import type { DraftRange } from './draft.ts';

const pageSize = 20;

/** A table of ranges with their patterns. A click on a row selects its range and shows it on the charts. */
export function RangeTable({
  ranges,
  patterns,
  readOnly,
  onShow,
  onFindSimilar,
  onRemove,
  rangeName,
}: {
  /** In order of time. */
  ranges: readonly DraftRange[];
  patterns: readonly PatternOfSet[];
  readOnly: boolean;
  onShow(range: DraftRange): void;
  onFindSimilar(range: DraftRange): void;
  onRemove(key: string): void;
  rangeName(range: DraftRange): string;
}): ReactNode {
  const [wanted, setPage] = usePage();
  const page = Math.min(wanted, Math.max(1, Math.ceil(ranges.length / pageSize)));
  if (ranges.length === 0) {
    return (
      <EmptyState
        title="No ranges yet."
        hint="Drag over the signals where a pattern occurred, and over quiet periods for 'No match'. Or use a proposal."
      />
    );
  }
  const columns: readonly Column<DraftRange>[] = [
    {
      id: 'pattern',
      header: 'Pattern',
      phoneWidth: '38%',
      cell: ({ patternId }) => {
        const pattern = patterns.find(({ id }) => id === patternId);
        return pattern === undefined ? '' : <PatternName pattern={pattern} />;
      },
    },
    { id: 'start', header: 'Start', cell: ({ from }) => <Time value={iso(from)} />, width: '190px' },
    { id: 'end', header: 'End', cell: ({ to }) => <Time value={iso(to)} />, width: '190px', wide: true },
    {
      id: 'length',
      header: 'Length',
      cell: ({ from, to }) => formatSpan(to - from),
      width: '110px',
      wide: true,
    },
  ];
  return (
    <Box>
      <DataTable
        label="Ranges"
        columns={columns}
        rows={ranges.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={({ key }) => key}
        onOpen={onShow}
        {...(readOnly
          ? {}
          : {
              actions: {
                label: (range: DraftRange) => `Actions for ${rangeName(range)}`,
                of: (range: DraftRange) => [
                  { label: 'Find similar', onChoose: () => onFindSimilar(range) },
                  { label: 'Remove', onChoose: () => onRemove(range.key) },
                ],
              },
            })}
      />
      {ranges.length > pageSize ? (
        <PageLinks
          page={page}
          pageSize={pageSize}
          total={ranges.length}
          noun="ranges"
          onChange={(next) => setPage(next)}
        />
      ) : null}
    </Box>
  );
}

const iso = (time: number): string => new Date(time).toISOString();
