import { mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { Tag } from '@twinward/contracts/tag';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { useTag } from '../../app/queries/use-tag.ts';
import { useTwin } from '../../app/queries/use-twin.ts';
import { ImportButton } from '../../app/shell/import-button.tsx';
import { idIn, isUnknown, UnknownRecord } from '../../app/shell/unknown-record.tsx';
import { extentOf } from '../../ui/chart/extent.ts';
import type { Range } from '../../ui/chart/range.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { unitText } from '../../ui/unit.ts';
import { downloadPoints, pointsFileName } from './api/download-points.ts';
import { SignalView } from './signal-view.tsx';

/** `/apps/twins/:twinId/tags/:tagId/explore`: the whole life of a tag, as closely as one likes. */
export function ExplorePage(): ReactNode {
  const parameters = useParams();
  const twinId = idIn(parameters.twinId);
  const tagId = idIn(parameters.tagId);
  return twinId === null || tagId === null ? <UnknownRecord /> : <Explore twinId={twinId} tagId={tagId} />;
}

function Explore({ twinId, tagId }: { twinId: number; tagId: number }): ReactNode {
  const tag = useTag(tagId);
  const twin = useTwin(twinId);
  const breadcrumbs = [
    { label: 'Twins', to: '/apps/twins' },
    { label: twin.data?.assetName ?? 'Twin', to: `/apps/twins/${twinId}` },
  ];
  if (isUnknown(tag.error) || isUnknown(twin.error)) return <UnknownRecord />;
  const failed = [tag, twin].find(({ error }) => error !== null);
  if (tag.data === undefined || twin.data === undefined) {
    return (
      <Page title="Explore" breadcrumbs={breadcrumbs}>
        {failed ? (
          <ErrorState
            error={failed.error}
            fallback="The tag could not be loaded."
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <LoadingRows />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={tag.data.name}
      breadcrumbs={breadcrumbs}
      state={<Latest tag={tag.data} />}
      actions={<ImportButton tagId={tag.data.id} />}
    >
      <Life twinId={twinId} tag={tag.data} />
    </Page>
  );
}

function Life({ twinId, tag }: { twinId: number; tag: Tag }): ReactNode {
  const { oldestTime, latestTime } = tag;
  const extent = useMemo(() => extentOf([{ oldestTime, latestTime }]), [oldestTime, latestTime]);
  return extent === null ? (
    <EmptyState
      title="No points yet."
      hint="Points appear here as soon as they are sent by a connection or imported from a file."
    />
  ) : (
    <Explorer key={tag.id} twinId={twinId} tag={tag} extent={extent} />
  );
}

const wholeLife = { kind: 'preset', preset: 'all' } as const;

function Explorer({ twinId, tag, extent }: { twinId: number; tag: Tag; extent: Range }): ReactNode {
  const chartRange = useChartRange(extent, wholeLife);
  const { range } = chartRange;
  const download = useMutation({
    mutationFn: () => downloadPoints(tag.id, range, pointsFileName(tag.name, range)),
  });
  return (
    <>
      <RangeBar {...chartRange}>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiDownload} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
          sx={{ ml: { sm: 'auto' } }}
        >
          Download CSV
        </Button>
      </RangeBar>
      {download.error ? (
        <ErrorState
          error={download.error}
          fallback="The points could not be downloaded."
          onRetry={() => download.mutate()}
        />
      ) : null}
      <SignalView twinId={twinId} tag={tag} extent={extent} {...chartRange} />
    </>
  );
}

/** The latest value beside the title. */
function Latest({ tag }: { tag: Tag }): ReactNode {
  if (tag.latestTime === null) return null;
  const unit = unitText(tag.unit);
  const value = tag.latestValue === null ? 'no value' : formatNumber(tag.latestValue);
  return (
    <Typography sx={{ color: 'text.secondary' }}>
      {tag.caption === '' || tag.caption === tag.name ? '' : `${tag.caption}: `}
      {tag.latestValue === null || unit === null ? value : `${value} ${unit}`},{' '}
      <Time value={tag.latestTime} />
    </Typography>
  );
}
