import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';

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

export function ViewSwitch({ view, onView }: { view: ChartView; onView(view: ChartView): void }): ReactNode {
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      aria-label="View"
      value={view}
      onChange={(_, next: ChartView | null) => next && onView(next)}
    >
      {(['chart', 'table'] as const).map((each) => (
        <ToggleButton key={each} value={each} sx={{ px: 2.5, py: 0.5, textTransform: 'none' }}>
          {each === 'chart' ? 'Chart' : 'Table'}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
