import type { AlarmPart } from '@twinward/contracts/questions/dashboard-card';
import type { ReactNode } from 'react';
import { FigureTiles, TargetTable } from '../../../shared/alarm-performance/figures.tsx';
import { PriorityChart } from '../../../shared/alarm-performance/priority-chart.tsx';
import { RateChart } from '../../../shared/alarm-performance/rate-chart.tsx';
import { WorstTable } from '../../../shared/alarm-performance/worst-table.tsx';
import type { CardProps } from './card-props.ts';

type Props = CardProps<'alarm-performance'>;

const parts: Record<AlarmPart, (props: Props) => ReactNode> = {
  figures: ({ data }) => <FigureTiles report={data.report} />,
  rate: ({ data, height }) => <RateChart report={data.report} height={height - buttonsHeight} />,
  targets: ({ data }) => <TargetTable report={data.report} />,
  priorities: ({ data, height }) => <PriorityChart report={data.report} height={height - buttonsHeight} />,
  worst: ({ data }) => <WorstTable report={data.report} />,
};

/** Height of the buttons below a chart, in pixels. */
const buttonsHeight = 48;

/** A part of the report on alarm performance. */
export const AlarmCard = (props: Props): ReactNode => parts[props.card.part](props);
