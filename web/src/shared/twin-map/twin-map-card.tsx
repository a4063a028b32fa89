import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { TwinMapGrouping } from '@twinward/contracts/questions/twin-map';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/states.tsx';
import { levelColor, noValueColor } from '../../ui/format/scales.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { twinPath } from '../address/paths.ts';
import { calmColor, type MapSize } from './map-data.ts';
import { TwinMap } from './twin-map.tsx';
import { useTwinMap } from './use-twin-map.ts';

const TwinMapTable = lazyComponent(async () => (await import('./twin-map-table.tsx')).TwinMapTable);

export interface TwinMapSettings {
  group: TwinMapGrouping;
  size: MapSize;
}

/** The map of all twins with its settings, its legend and its table. */
export function TwinMapCard({
  settings,
  onSettings,
  height = 360,
  to = twinPath,
}: {
  settings: TwinMapSettings;
  /** If omitted, the settings are fixed. */
  onSettings?: (settings: TwinMapSettings) => void;
  /** Height of the map in pixels. */
  height?: number;
  /** Link of a twin. */
  to?: (twinId: number) => string;
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
            <Choice
              label="Group by"
              value={group}
              values={{ structure: 'Structure', class: 'Class' }}
              onChange={(next) => onSettings({ ...settings, group: next })}
            />
            <Choice
              label="Area by"
              value={size}
              values={{ consequence: 'Consequence', risk: 'Risk' }}
              onChange={(next) => onSettings({ ...settings, size: next })}
            />
          </>
        ) : null}
        <Choice
          label="View"
          value={isTable ? 'table' : 'map'}
          values={{ map: 'Map', table: 'Table' }}
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
              <TwinMapTable data={data} size={size} to={to} />
            </Suspense>
          ) : (
            <TwinMap data={data} size={size} height={height} onOpen={(twinId) => navigate(to(twinId))} />
          )
        }
      </Loaded>
    </Box>
  );
}

function Choice<Value extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string;
  value: Value;
  /** The caption of each value. */
  values: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}): ReactNode {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      aria-label={label}
      value={value}
      onChange={(_, next: Value | null) => next && onChange(next)}
    >
      {(Object.keys(values) as Value[]).map((each) => (
        <ToggleButton key={each} value={each} sx={{ px: 2.5, py: 0.5, textTransform: 'none' }}>
          {values[each]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
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
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {name}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
