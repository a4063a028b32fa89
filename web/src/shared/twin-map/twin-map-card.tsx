import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { TwinMapGrouping } from '@twinward/contracts/questions/twin-map';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/states.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { levelColor, noValueColor } from '../../ui/format/scales.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { twinPath } from '../address/paths.ts';
import { calmColor, type MapSize } from './map-data.ts';
import { TwinMap } from './twin-map.tsx';
import { useTwinMap } from './use-twin-map.ts';

const TwinMapTable = lazyComponent(async () => (await import('./twin-map-table.tsx')).TwinMapTable);

export interface TwinMapSettings {
  group: TwinMapGrouping;
  size: MapSize;
}

const groupings = [
  { value: 'structure', label: 'Structure' },
  { value: 'class', label: 'Class' },
] as const;
const sizes = [
  { value: 'consequence', label: 'Consequence' },
  { value: 'risk', label: 'Risk' },
] as const;
const views = [
  { value: 'map', label: 'Map' },
  { value: 'table', label: 'Table' },
] as const;

/** In pixels. */
const mapHeight = 360;

/** The map of all twins with its settings, its legend and its table. */
export function TwinMapCard({
  settings,
  onSettings,
}: {
  settings: TwinMapSettings;
  /** If omitted, the settings are fixed. */
  onSettings?: (settings: TwinMapSettings) => void;
}): ReactNode {
  const navigate = useNavigate();
  const [isTable, setIsTable] = useState(false);
  const { group, size } = settings;
  const { data, query } = useTwinMap(group);
  return (
    <Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, pb: 2 }}>
        {onSettings ? (
          <>
            <SegmentedControl
              label="Group by"
              value={group}
              segments={groupings}
              onChange={(next) => onSettings({ ...settings, group: next })}
            />
            <SegmentedControl
              label="Area by"
              value={size}
              segments={sizes}
              onChange={(next) => onSettings({ ...settings, size: next })}
            />
          </>
        ) : null}
        <SegmentedControl
          label="View"
          value={isTable ? 'table' : 'map'}
          segments={views}
          onChange={(next) => setIsTable(next === 'table')}
        />
        {isTable ? null : <Legend />}
      </Stack>
      <Loaded query={query} rows={8} fallback="The map could not be loaded.">
        {() =>
          data === undefined || data.id.length === 0 ? (
            <EmptyState title="No twins in service yet." hint="Each twin shows here as a tile." />
          ) : isTable ? (
            <Suspense fallback={<LoadingRows />}>
              <TwinMapTable data={data} size={size} to={twinPath} />
            </Suspense>
          ) : (
            <TwinMap
              data={data}
              size={size}
              height={mapHeight}
              onOpen={(twinId) => navigate(twinPath(twinId))}
            />
          )
        }
      </Loaded>
    </Box>
  );
}

/** Null for the colour of level 0. */
const legend: readonly (readonly [name: string, color: string | null])[] = [
  ['Level 0', null],
  ['250', levelColor(250)],
  ['500', levelColor(500)],
  ['1000', levelColor(1000)],
  ['Inactive, silent or not evaluated', noValueColor],
];

function Legend(): ReactNode {
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label="Colors of the map"
      sx={{ listStyle: 'none', m: 0, p: 0, ml: { md: 'auto' }, flexWrap: 'wrap', columnGap: 3 }}
    >
      {legend.map(([name, color]) => (
        <Stack key={name} component="li" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Box
            aria-hidden
            data-swatch
            sx={{
              width: 12,
              height: 12,
              borderRadius: '2px',
              bgcolor: ({ palette }) => color ?? calmColor[palette.mode],
            }}
          />
          <Muted>{name}</Muted>
        </Stack>
      ))}
    </Stack>
  );
}
