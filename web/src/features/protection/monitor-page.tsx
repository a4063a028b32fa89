import Box from '@mui/material/Box';
import type { Protection } from '@twinward/contracts/protection';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useTags } from '../../app/queries/use-tag.ts';
import { useTwin } from '../../app/queries/use-twin.ts';
import { useTwinProtections } from '../../app/queries/use-twin-protections.ts';
import { twinTabs } from '../../app/twin-tabs.ts';
import { extentOf } from '../../ui/chart/extent.ts';
import { limitsFor } from '../../ui/chart/limits.ts';
import { plotFrame } from '../../ui/chart/plot.ts';
import { RangeBar } from '../../ui/chart/range-bar.tsx';
import { useChartRange } from '../../ui/chart/use-chart-range.ts';
import { useElementWidth } from '../../ui/chart/use-element-width.ts';
import { useChartView, ViewSwitch } from '../../ui/chart/view-switch.tsx';
import { LevelChip } from '../../ui/level-chip.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ProtectionPanel } from './protection-panel.tsx';

/** `/apps/twins/:id/protections`: every protection of a twin, what it says now and when it spoke before. */
export function MonitorPage(): ReactNode {
  const twinId = Number(useParams().id);
  const twin = useTwin(twinId);
  const protections = useTwinProtections(twinId);
  return (
    <Page
      title={twin.data?.assetName ?? 'Monitor'}
      breadcrumbs={[{ label: 'Twins', to: '/apps/twins' }]}
      state={twin.data ? <LevelChip level={twin.data.level} muted={!twin.data.active} /> : null}
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

function Panels({ twinId, protections }: { twinId: number; protections: readonly Protection[] }): ReactNode {
  const [measure, width] = useElementWidth();
  const [cursor, setCursor] = useState<number | null>(null);
  const [view, setView] = useChartView();
  const tagIds = [...new Set(protections.flatMap(({ inputs }) => inputs.map(({ tagId }) => tagId)))];
  const tags = useTags(tagIds).flatMap(({ data }) => (data === undefined ? [] : [data]));
  const known = extentOf(tags);
  const from = known?.from ?? null;
  const to = known?.to ?? null;
  const extent = useMemo(
    () => (from === null || to === null ? { from: Date.now() - day, to: Date.now() } : { from, to }),
    [from, to],
  );
  const chartRange = useChartRange(extent, lately);
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
      {protections.map((protection) => (
        <ProtectionPanel
          key={protection.id}
          twinId={twinId}
          protection={protection}
          extent={extent}
          chartRange={chartRange}
          view={view}
          frame={frame}
          cursor={cursor}
          onCursor={setCursor}
        />
      ))}
    </Box>
  );
}
