import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SegmentedControl } from '../form/segmented-control.tsx';

export type ChartView = 'chart' | 'table';

/** Switches a page between charts and tables; kept in the URL. */
export function useChartView(): [ChartView, (view: ChartView) => void] {
  const [parameters, setParameters] = useSearchParams();
  const view = parameters.get('view') === 'table' ? 'table' : 'chart';
  const setView = (next: ChartView) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === 'table') changed.set('view', 'table');
        else changed.delete('view');
        return changed;
      },
      { replace: true },
    );
  return [view, setView];
}

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

export const ViewSwitch = ({
  view,
  onView,
}: {
  view: ChartView;
  onView(view: ChartView): void;
}): ReactNode => <SegmentedControl label="View" value={view} segments={views} onChange={onView} />;
