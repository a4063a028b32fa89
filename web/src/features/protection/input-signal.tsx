import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ListBody } from '@twinward/contracts/core/list';
import type { ExpectedValues } from '@twinward/contracts/protections/expected-value';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { type ReactNode, useMemo } from 'react';
import { explorePath, workPath } from '../../shared/address/paths.ts';
import { toBandSeries } from '../../shared/api/queries/use-expected-values.ts';
import { useWorkLanes } from '../../shared/work/use-work-lanes.ts';
import { WorkTable } from '../../shared/work/work-table.tsx';
import type { Band } from '../../ui/chart/chart-option.ts';
import { EventLane } from '../../ui/chart/event-lane.tsx';
import type { Range } from '../../ui/chart/range.ts';

import { ErrorState } from '../../ui/feedback/states.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProtectionSignal } from './protection-signal.tsx';

const chartHeight = 180;

type SignalProps = PanelProps & {
  input: ProtectionSummary['inputs'][number];
  bands: readonly Band[];
  /** Expected values of the inputs, by the model of a pattern protection. */
  values?: ExpectedValues | undefined;
};

/** An input of a protection: its signal, or the completed work of a work alias. */
export function InputSignal(props: SignalProps): ReactNode {
  const { protection, input } = props;
  const isWork = protection.aliases.some(({ alias, type }) => alias === input.alias && type === 'work');
  return isWork ? <CompletedWork {...props} /> : <PointSignal {...props} />;
}

/** The completed work of an input, on the signals' time axis or as a table. */
function CompletedWork({ twinId, input, chartRange: { range }, view, frame }: SignalProps): ReactNode {
  const { palette } = useTheme();
  const tagIds = useMemo(() => [input.tagId], [input.tagId]);
  const color = palette.text.secondary;
  const { lanes, error, refetch } = useWorkLanes(tagIds, range, frame, color, { onlyCompleted: true });
  if (error) {
    return <ErrorState error={error} fallback="The work could not be loaded." onRetry={refetch} />;
  }
  const name = `${input.alias}: completed work`;
  if (view === 'table') {
    return (
      <Box sx={{ pt: 4 }}>
        <TextLink to={workPath(twinId)} variant="body2" color="inherit" sx={{ fontWeight: 600 }}>
          {name}
        </TextLink>
        <WorkTable
          key={`${range.from} ${range.to}`}
          label={name}
          tagId={input.tagId}
          body={completedIn(range)}
        />
      </Box>
    );
  }
  const { groups, count } = lanes[0]!;
  return count === undefined ? null : (
    <EventLane name={name} groups={groups} count={count} range={range} frame={frame} />
  );
}

/** List request for the work completed in a range, latest first. */
const completedIn = ({ from, to }: Range): ListBody => ({
  filters: [
    {
      field: 'Completed',
      operator: 'GreaterThanEqualTo',
      value: new Date(from).toISOString(),
      dataType: 'D',
    },
    { field: 'Completed', operator: 'LessThan', value: new Date(to).toISOString(), dataType: 'D' },
  ],
  sorts: [{ field: 'Completed', direction: 'Descending' }],
});

/** The signal of an input, with its limits and the protection's excursions. */
function PointSignal({ twinId, extent: _, input, values, ...chart }: SignalProps): ReactNode {
  const expected = useMemo(() => {
    const own = values?.inputs.find(({ tagAliasName }) => tagAliasName === input.alias);
    return values && own && toBandSeries(values, own);
  }, [values, input.alias]);
  return (
    <ProtectionSignal
      {...chart}
      expected={expected}
      input={{ ...input, name: input.alias }}
      title={
        <TextLink
          to={explorePath(twinId, input.tagId)}
          variant="body2"
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          {input.alias}
        </TextLink>
      }
      height={chartHeight}
    />
  );
}
