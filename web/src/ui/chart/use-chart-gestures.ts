import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type PlotFrame, plotWidth, timeAt } from './plot.ts';
import type { Range, RangeAction } from './range.ts';

/** A drag of fewer pixels counts as a click. */
const slop = 5;

interface Drag {
  kind: 'select' | 'pan';
  startX: number;
  lastX: number;
}

export interface ChartGestures {
  /** The selection of the current drag in pixels, or null. */
  selection: { left: number; right: number } | null;
  handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(event: PointerEvent<HTMLElement>): void;
    onPointerLeave(event: PointerEvent<HTMLElement>): void;
    onDoubleClick(): void;
  };
}

/**
 * Mouse and touch gestures of a chart. Wheel: zoom about the pointer; sideways: pan. Drag: zoom to the selection; with
 * shift: pan. One finger: pan sideways (vertical moves scroll the page). Two fingers: zoom. Double click: reset.
 *
 * @param onSelect if set, receives the range of a drag (mouse or finger), which then does not zoom
 * @param wheelNeedsFocus the wheel scrolls the page until the chart has focus or Ctrl is held; for pages that are
 * mostly charts
 */
export function useChartGestures(
  element: HTMLElement | null,
  { range, frame, wheelNeedsFocus }: { range: Range; frame: PlotFrame; wheelNeedsFocus: boolean },
  dispatch: (action: RangeAction) => void,
  onCursor: (time: number | null) => void,
  onSelect?: ((range: Range) => void) | undefined,
): ChartGestures {
  const [selection, setSelection] = useState<ChartGestures['selection']>(null);
  const drag = useRef<Drag | null>(null);
  const fingers = useRef(new Map<number, number>());

  useEffect(() => {
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (wheelNeedsFocus && !event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? event.deltaX : event.deltaY)) {
        dispatch({ type: 'pan', fraction: (sideways * unit) / plotWidth(frame) });
        return;
      }
      const at = timeAt(event.clientX - element.getBoundingClientRect().left, range, frame);
      const factor = Math.min(2, Math.max(0.5, 1.0018 ** (event.deltaY * unit)));
      dispatch({ type: 'zoom', factor, at });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [element, range, frame, wheelNeedsFocus, dispatch]);

  const xIn = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;

  const pinch = (event: PointerEvent<HTMLElement>, x: number) => {
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId);
    const before = fingers.current.get(event.pointerId);
    if (!other || before === undefined) return;
    const was = Math.max(20, Math.abs(before - other[1]));
    const is = Math.max(20, Math.abs(x - other[1]));
    dispatch({ type: 'zoom', factor: was / is, at: timeAt((x + other[1]) / 2, range, frame) });
  };

  const isPan = (touch: boolean, shift: boolean) => shift || (touch && onSelect === undefined);

  const end = () => {
    drag.current = null;
    setSelection(null);
  };

  return {
    selection,
    handlers: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        const x = xIn(event);
        const touch = event.pointerType === 'touch';
        if (touch) fingers.current.set(event.pointerId, x);
        onCursor(timeAt(x, range, frame));
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current =
          fingers.current.size > 1
            ? null
            : { kind: isPan(touch, event.shiftKey) ? 'pan' : 'select', startX: x, lastX: x };
      },
      onPointerMove(event) {
        const x = xIn(event);
        if (fingers.current.size > 1) pinch(event, x);
        if (fingers.current.has(event.pointerId)) fingers.current.set(event.pointerId, x);
        const current = drag.current;
        if (current === null) {
          if (fingers.current.size === 0) onCursor(timeAt(x, range, frame));
        } else if (Math.abs(x - current.startX) >= slop || current.lastX !== current.startX) {
          if (current.kind === 'pan') {
            dispatch({ type: 'pan', fraction: (current.lastX - x) / plotWidth(frame) });
          } else {
            setSelection({ left: Math.min(x, current.startX), right: Math.max(x, current.startX) });
            onCursor(timeAt(x, range, frame));
          }
          current.lastX = x;
        }
      },
      onPointerUp(event) {
        fingers.current.delete(event.pointerId);
        const current = drag.current;
        if (current?.kind === 'select' && Math.abs(xIn(event) - current.startX) >= slop) {
          const ends = [timeAt(current.startX, range, frame), timeAt(xIn(event), range, frame)] as const;
          const selected = { from: Math.min(...ends), to: Math.max(...ends) };
          if (onSelect) onSelect(selected);
          else dispatch({ type: 'select', ...selected });
        }
        end();
      },
      onPointerCancel(event) {
        fingers.current.delete(event.pointerId);
        end();
      },
      onPointerLeave(event) {
        if (event.pointerType === 'mouse' && drag.current === null) onCursor(null);
      },
      onDoubleClick() {
        dispatch({ type: 'reset' });
      },
    },
  };
}
