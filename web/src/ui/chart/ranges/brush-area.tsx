import Box from '@mui/material/Box';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { chartKey, chartKeyHelp } from '../keys.ts';
import type { PlotFrame } from '../plot.ts';
import type { Range, RangeAction } from '../range.ts';
import { useChartGestures } from '../use-chart-gestures.ts';

/**
 * Stacked charts with a layer over all of them. While brushing, a drag on the layer marks a range; otherwise the charts
 * below receive pointer events. Links in the charts that must stay clickable need a z-index above 1.
 */
export function BrushArea({
  label,
  range,
  frame,
  onRange,
  onCursor,
  onBrush,
  overlay,
  children,
}: {
  /** Accessible name of the layer. */
  label: string;
  range: Range;
  frame: PlotFrame;
  onRange(action: RangeAction): void;
  onCursor(time: number | null): void;
  /** Receives the range of a drag; null while drags zoom. */
  onBrush: ((range: Range) => void) | null;
  /** Drawn on the layer: the marked ranges. */
  overlay: ReactNode;
  children: ReactNode;
}): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const isBrushing = onBrush !== null;
  const { selection, handlers } = useChartGestures(
    isBrushing ? element : null,
    { range, frame, wheelNeedsFocus: true },
    onRange,
    onCursor,
    onBrush ?? undefined,
  );
  const help = useId();
  const byKey = (event: KeyboardEvent): void => {
    const key = chartKey(event);
    if (key?.type !== 'range' || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.stopPropagation();
    onRange(key.action);
  };
  return (
    <Box sx={{ position: 'relative' }}>
      {children}
      <Box
        ref={setElement}
        {...(isBrushing
          ? {
              role: 'application',
              'aria-roledescription': 'ranges over charts',
              'aria-label': label,
              'aria-describedby': help,
              tabIndex: 0,
              onKeyDown: byKey,
              ...handlers,
            }
          : { role: 'group', 'aria-label': label })}
        sx={{
          position: 'absolute',
          inset: 0,
          zIndex: 1,
          cursor: 'crosshair',
          touchAction: 'pan-y',
          userSelect: 'none',
          pointerEvents: isBrushing ? 'auto' : 'none',
        }}
      >
        {overlay}
        {selection === null ? null : (
          <Box
            style={{ left: selection.left, width: selection.right - selection.left }}
            sx={{
              position: 'absolute',
              top: 0,
              bottom: 0,
              bgcolor: 'primary.main',
              opacity: 0.2,
              pointerEvents: 'none',
            }}
          />
        )}
        {isBrushing ? (
          <span id={help} className="visually-hidden">
            Drag to mark a range, or enter start and end in the form below the charts. {chartKeyHelp}
          </span>
        ) : null}
      </Box>
    </Box>
  );
}
