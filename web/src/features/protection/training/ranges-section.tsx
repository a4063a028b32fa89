import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';
import type { Range } from '../../../ui/chart/range.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { useFindSimilar } from '../api/pattern-search.ts';
import { type DraftRange, rangeText, withoutRange } from './draft.ts';
import { Proposals } from './proposals.tsx';
import { RangeForm } from './range-form.tsx';
import { RangeTable } from './range-table.tsx';
import { SimilarRanges } from './similar-ranges.tsx';
import type { PatternEdit } from './use-pattern-edit.tsx';

type Part = 'ranges' | 'proposals' | 'similar';

/** The ranges as a table with a form, proposals of further ranges, and similar ranges. */
export function RangesSection({
  setId,
  pattern: { edit, place, placeAll },
  chosen,
  selected,
  readOnly,
  first = 'ranges',
  onSelect,
  onShow,
}: {
  setId: number;
  pattern: PatternEdit;
  /** Id of the pattern for new ranges. */
  chosen: number;
  /** Key of the selected range. */
  selected: string | null;
  readOnly: boolean;
  /** The initial part. */
  first?: Part;
  onSelect(key: string | null): void;
  /** Shows a range on the charts. */
  onShow(range: Range): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const id = useId();
  const [part, setPart] = useState<Part>(first);
  const [search, setSearch] = useState<{ commandId: string; example: DraftRange } | null>(null);
  const find = useFindSimilar(setId);
  const { patterns, ranges } = edit.draft;
  const edited = ranges.find(({ key }) => key === selected) ?? null;
  const findSimilar = (example: DraftRange): void => {
    const body = { start: new Date(example.from).toISOString(), end: new Date(example.to).toISOString() };
    find.mutate(body, {
      onSuccess: ({ commandId }) => {
        setSearch({ commandId, example });
        setPart('similar');
      },
    });
  };
  const shown = part === 'similar' && search === null ? 'ranges' : part;
  const name = (patternId: number) => patterns.find((one) => one.id === patternId)?.name ?? '';
  return (
    <Box>
      <Tabs
        value={shown}
        onChange={(_, next: Part) => setPart(next)}
        aria-label="Ranges and proposals"
        sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 36, '& .MuiTab-root': { minHeight: 36 } }}
      >
        <Tab
          value="ranges"
          label={`Ranges (${ranges.length})`}
          id={`${id}-ranges`}
          aria-controls={`${id}-panel`}
        />
        <Tab value="proposals" label="Proposals" id={`${id}-proposals`} aria-controls={`${id}-panel`} />
        {search === null ? null : (
          <Tab value="similar" label="Similar" id={`${id}-similar`} aria-controls={`${id}-panel`} />
        )}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} sx={{ pt: 2 }}>
        <ErrorState error={find.error} fallback="The search could not be started." />
        {shown === 'ranges' ? (
          <>
            {readOnly ? null : (
              <RangeForm
                key={edited === null ? `new ${chosen}` : `${edited.key} ${edited.from} ${edited.to}`}
                patterns={patterns}
                edited={edited}
                patternId={chosen}
                onSave={(range) => {
                  const key = place(range, edited?.key);
                  if (key !== null && edited !== null) onSelect(key);
                  return key !== null;
                }}
                onNew={() => onSelect(null)}
              />
            )}
            <RangeTable
              ranges={ranges}
              patterns={patterns}
              readOnly={readOnly}
              rangeName={(range) => rangeText(range, patterns, timeZone)}
              onShow={(range) => {
                onSelect(range.key);
                onShow(range);
              }}
              onFindSimilar={findSimilar}
              onRemove={(key) => edit.change({ ranges: withoutRange(ranges, key) })}
            />
          </>
        ) : shown === 'proposals' ? (
          <Proposals
            setId={setId}
            patterns={patterns}
            patternId={chosen}
            ranges={ranges}
            readOnly={readOnly}
            onAccept={placeAll}
            onShow={onShow}
          />
        ) : (
          <SimilarRanges
            setId={setId}
            commandId={search!.commandId}
            example={search!.example}
            patternName={name(search!.example.patternId)}
            ranges={ranges}
            onAccept={placeAll}
            onShow={onShow}
            onClose={() => setSearch(null)}
          />
        )}
      </Box>
    </Box>
  );
}
