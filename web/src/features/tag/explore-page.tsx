import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Tag } from '@twinward/contracts/signals/tag';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { mostExplored, workPath } from '../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { Annotated } from '../../shared/annotation/annotated.tsx';
import { useTag, useTags } from '../../shared/api/queries/use-tag.ts';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { TagPicker } from '../../shared/pickers/tag-picker.tsx';
import { PrintTitle } from '../../shared/print/print-title.tsx';
import { twinCrumbs } from '../../shared/twin/twin-crumbs.ts';
import { LatestValue } from '../../shared/units/latest-value.tsx';
import { useDisplayUnits } from '../../shared/units/use-display-unit.ts';
import { WorkTable } from '../../shared/work/work-table.tsx';
import { tagsExtent } from '../../ui/chart/extent.ts';
import { type Range, rangeText } from '../../ui/chart/range.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { toast } from '../../ui/feedback/announcer.tsx';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useStableList } from '../../ui/list/use-stable-list.ts';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PrintButton } from '../../ui/page/print.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { downloadPoints, pointsFileName } from './api/download-points.ts';
import { ChooseTag } from './explore/choose-tag.tsx';
import { CompareFields } from './explore/compare-fields.tsx';
import { useExplored } from './explore/explored-tags.ts';
import { SeveralView } from './explore/several-view.tsx';
import { SignalView } from './signal-view.tsx';
import { TagFeed } from './tag-feed.tsx';

/**
 * `/apps/twins/:twinId/tags/:tagId?/explore`: the whole history of a tag, optionally beside other tags. Without a tag
 * id, the user chooses one.
 */
export function ExplorePage(): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId);
  const tagId = idIn(parameters.tagId);
  if (twinId === null) return <UnknownRecord />;
  if (parameters.tagId === undefined) return <ChooseTag twinId={twinId} />;
  return tagId === null ? <UnknownRecord /> : <Explore twinId={twinId} tagId={tagId} />;
}

function Explore({ twinId, tagId }: { twinId: number; tagId: number }): ReactNode {
  const tag = useTag(tagId);
  const twin = useTwin(twinId);
  const breadcrumbs = twinCrumbs(twinId, twin.data?.assetName);
  if (isUnknown(tag.error) || isUnknown(twin.error)) return <UnknownRecord />;
  const failed = [tag, twin].find(({ error }) => error !== null);
  if (tag.data === undefined || twin.data === undefined) {
    return (
      <Page title="Explore" breadcrumbs={breadcrumbs}>
        {failed ? <QueryError query={failed} fallback="The tag could not be loaded." /> : <LoadingRows />}
      </Page>
    );
  }
  return (
    <Page
      title={tag.data.name}
      breadcrumbs={breadcrumbs}
      state={<Latest tag={tag.data} />}
      actions={
        tag.data.type === 'work' ? null : (
          <>
            <PrintButton />
            <ImportButton tagId={tag.data.id} />
          </>
        )
      }
    >
      {tag.data.type === 'work' ? (
        <WorkOfTag twinId={twinId} tag={tag.data} />
      ) : (
        <>
          <TagFeed tag={tag.data} />
          <Life twinId={twinId} tag={tag.data} />
        </>
      )}
    </Page>
  );
}

/** Shows the work of a work tag, which has no points, ordered by latest start. */
function WorkOfTag({ twinId, tag }: { twinId: number; tag: Tag }): ReactNode {
  return (
    <>
      <TextLink to={workPath(twinId)}>Work of the twin</TextLink>
      <WorkTable
        label={`Work of ${tag.name}`}
        tagId={tag.id}
        empty={
          <EmptyState
            title="No work yet."
            hint="Work that you record or import, or that comes from a maintenance system, is listed here."
          />
        }
      />
    </>
  );
}

function Life({ twinId, tag }: { twinId: number; tag: Tag }): ReactNode {
  const explored = useExplored();
  const ids = explored.others.filter((id) => id !== tag.id);
  const others = useTags(ids).flatMap(({ data }) => (data === undefined ? [] : [data]));
  const known = tagsExtent([tag, ...others]);
  const from = known?.from ?? null;
  const to = known?.to ?? null;
  const extent = useMemo(() => (from === null || to === null ? null : { from, to }), [from, to]);
  const tags = useStableList([tag, ...others]);
  return extent === null ? (
    <EmptyState
      title="No points yet."
      hint="Points appear here as soon as they are sent by a connection or imported from a file."
    />
  ) : (
    <Explorer key={tag.id} twinId={twinId} tags={tags} extent={extent} explored={explored} />
  );
}

/** Keeps the fields and buttons at the end of the bar together if the bar wraps. */
const barEnd = {
  ml: { sm: 'auto' },
  width: { xs: '100%', sm: 'auto' },
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 2,
} as const;

const wholeLife = { kind: 'preset', preset: 'all' } as const;

function Explorer({
  twinId,
  tags,
  extent,
  explored,
}: {
  twinId: number;
  /** The page's own tag first. */
  tags: readonly Tag[];
  extent: Range;
  explored: ReturnType<typeof useExplored>;
}): ReactNode {
  const chartRange = useChartRange(extent, wholeLife);
  const { data: twin } = useTwin(twinId);
  const { range } = chartRange;
  const timeZone = useTimeZone();
  const tag = tags[0]!;
  const isAlone = tags.length === 1 && explored.rising.length === 0 && explored.comparison === null;
  const toDisplayUnit = useDisplayUnits();
  const download = useMutation({
    mutationFn: async () => {
      for (const { id, name, unit } of tags) {
        const { code, convertedFrom } = toDisplayUnit(unit);
        await downloadPoints(
          id,
          range,
          convertedFrom === null ? null : code,
          `${pointsFileName(name, range)}.csv`,
        );
      }
    },
  });
  const actions: Action[] = [
    // Browsers offer the clipboard only in secure contexts.
    ...('clipboard' in navigator ? [{ label: 'Copy link', onChoose: () => void copyLink() }] : []),
    { label: 'Download points', disabled: download.isPending, onChoose: () => download.mutate() },
  ];
  return (
    <Annotated
      twinId={twinId}
      twinName={twin?.assetName ?? ''}
      tags={tags}
      range={range}
      onRange={chartRange.dispatch}
    >
      <PrintTitle
        facts={[
          ['Twin', twin?.assetName ?? ''],
          ['Tags', tags.map(({ name }) => name).join(', ')],
          ['Range', `${rangeText(range, timeZone)}, ${timeZone}`],
        ]}
      />
      <Box sx={{ '@media print': { display: 'none' } }}>
        <RangeBar {...chartRange}>
          <Stack direction="row" sx={barEnd}>
            <CompareFields tag={tag} comparison={explored.comparison} onComparison={explored.compare} />
            <Box sx={{ width: { xs: '100%', sm: 260 } }}>
              <TagPicker
                key={explored.others.join()}
                tag={null}
                twinId={twinId}
                readOnly={tags.length >= mostExplored}
                types={['data_point', 'calculated']}
                renderInput={(input) => (
                  <TextField
                    {...input}
                    placeholder={tags.length >= mostExplored ? `At most ${mostExplored} tags` : 'Add a tag'}
                    slotProps={{
                      ...input.slotProps,
                      htmlInput: { ...input.slotProps.htmlInput, 'aria-label': 'Add a tag' },
                    }}
                  />
                )}
                onTag={(chosen) => chosen && chosen.id !== tag.id && explored.add(chosen.id)}
              />
            </Box>
          </Stack>
        </RangeBar>
      </Box>
      <ErrorState
        error={download.error}
        fallback="The points could not be downloaded."
        onRetry={() => download.mutate()}
      />
      {isAlone ? (
        <>
          <SignalView twinId={twinId} tag={tag} extent={extent} actions={actions} {...chartRange} />
          <Button size="small" onClick={() => explored.toggle('rising', tag.id)}>
            Show meter increases
          </Button>
        </>
      ) : (
        <SeveralView
          twinId={twinId}
          tags={tags}
          extent={extent}
          explored={explored}
          actions={actions}
          {...chartRange}
        />
      )}
    </Annotated>
  );
}

/** Copies the URL, which contains range, tags and layout. */
async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(window.location.href);
  toast('Link copied.');
}

/** The latest value, beside the title. */
function Latest({ tag }: { tag: Tag }): ReactNode {
  if (tag.latestTime === null) return null;
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {tag.caption === '' || tag.caption === tag.name ? '' : `${tag.caption}: `}
      <LatestValue value={tag.latestValue} unit={tag.unit} none="no value" />, <Time value={tag.latestTime} />
    </Typography>
  );
}
