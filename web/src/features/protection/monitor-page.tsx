import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ProtectionSummary } from '@twinward/contracts/protection';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useExcursions } from '../../app/queries/use-excursions.ts';
import { useTags } from '../../app/queries/use-tag.ts';
import { useTwin } from '../../app/queries/use-twin.ts';
import { useTwinProtections } from '../../app/queries/use-twin-protections.ts';
import { useAccess } from '../../app/session/session-context.tsx';
import { ImportButton } from '../../app/shell/import-button.tsx';
import { idIn, isUnknown, UnknownRecord } from '../../app/shell/unknown-record.tsx';
import { protectionNewPath, twinTabs } from '../../app/twin-tabs.ts';
import { extentOf } from '../../ui/chart/extent.ts';
import { limitsFor } from '../../ui/chart/limits.ts';
import { plotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import { formatCount } from '../../ui/format.ts';
import { LevelChip } from '../../ui/level-chip.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, LoadingRows } from '../../ui/states.tsx';
import { type PanelProps, ProtectionPanel } from './protection-panel.tsx';

/** `/apps/twins/:id/protections`: every protection of a twin, what it says now and when it spoke before. */
export function MonitorPage(): ReactNode {
  const twinId = idIn(useParams().id);
  return twinId === null ? <UnknownRecord /> : <Monitor key={twinId} twinId={twinId} />;
}

function Monitor({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  const protections = useTwinProtections(twinId);
  const mayWrite = useAccess('write:protection');
  if (isUnknown(twin.error)) return <UnknownRecord />;
  return (
    <Page
      title={twin.data?.assetName ?? 'Monitor'}
      breadcrumbs={[{ label: 'Twins', to: '/apps/twins' }]}
      state={twin.data ? <LevelChip level={twin.data.level} muted={!twin.data.active} /> : null}
      actions={
        <>
          <ImportButton />
          {mayWrite ? (
            <Button variant="contained" component={Link} to={protectionNewPath(twinId)}>
              New protection
            </Button>
          ) : null}
        </>
      }
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twinId)} />}
    >
      <Loaded query={protections} rows={10} fallback="The protections could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No protections yet."
              hint="A protection watches the inputs of the twin and raises its level when a threshold is exceeded."
            />
          ) : (
            <Panels twinId={twinId} protections={records} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Protections are watched for what happens lately; the whole life is one click away. */
const lately = { kind: 'preset', preset: 'quarter' } as const;
const day = 86_400_000;

/** Waits for the life of the inputs, by which a range is counted back from the latest data. */
function Panels({
  twinId,
  protections,
}: {
  twinId: number;
  protections: readonly ProtectionSummary[];
}): ReactNode {
  const tagIds = [...new Set(protections.flatMap(({ inputs }) => inputs.map(({ tagId }) => tagId)))];
  const tags = useTags(tagIds);
  const known = extentOf(tags.flatMap(({ data }) => (data === undefined ? [] : [data])));
  const from = known?.from ?? null;
  const to = known?.to ?? null;
  const extent = useMemo(
    () => (from === null || to === null ? { from: Date.now() - day, to: Date.now() } : { from, to }),
    [from, to],
  );
  if (tags.some(({ isPending }) => isPending)) return <LoadingRows rows={10} />;
  return <PanelsOf twinId={twinId} protections={protections} extent={extent} />;
}

function PanelsOf({
  twinId,
  protections,
  extent,
}: {
  twinId: number;
  protections: readonly ProtectionSummary[];
  extent: Range;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const [view, setView] = useChartView();
  const chartRange = useChartRange(extent, lately);
  const excursions = useExcursions(twinId, chartRange.range);
  const unseen = excursions.data ? excursions.data.total - excursions.data.records.length : 0;
  const hasLimits = useMemo(
    () => protections.some((each) => each.inputs.some(({ tagId }) => limitsFor(each, tagId).length > 0)),
    [protections],
  );
  const frame = useMemo(() => plotFrame(width, hasLimits), [width, hasLimits]);
  return (
    <Box ref={measure}>
      <RangeBar {...chartRange}>
        <Box sx={{ ml: { sm: 'auto' } }}>
          <ViewSwitch view={view} onView={setView} />
        </Box>
      </RangeBar>
      {unseen > 0 ? (
        <Typography variant="body2" sx={{ pt: 2, color: 'text.secondary' }}>
          {formatCount(unseen)} older excursions in this range are not shown: zoom in to see them.
        </Typography>
      ) : null}
      <PanelList
        twinId={twinId}
        protections={protections}
        extent={extent}
        chartRange={chartRange}
        view={view}
        frame={frame}
      />
    </Box>
  );
}

/** The panels, with one cursor for all. */
function PanelList({
  protections,
  ...shared
}: { protections: readonly ProtectionSummary[] } & Omit<
  PanelProps,
  'protection' | 'cursor' | 'onCursor'
>): ReactNode {
  const [cursor, setCursor] = useState<number | null>(null);
  return protections.map((protection) => (
    <ProtectionPanel
      key={protection.id}
      protection={protection}
      cursor={cursor}
      onCursor={setCursor}
      {...shared}
    />
  ));
}
