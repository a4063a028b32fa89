import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/**
 * The point of a curve that the pointer or the arrow keys choose, by its index, and the handlers of the chart.
 * @param left distance of the curve from the left side of the chart
 */
export function useChosenPoint(count: number, { left, width }: { left: number; width: number }) {
  const [at, setAt] = useState<number | null>(null);
  const last = count - 1;
  const clear = (): void => setAt(null);
  const handlers = {
    onPointerMove: (event: PointerEvent<SVGElement>): void => {
      const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - left) / width;
      setAt(Math.round(Math.min(Math.max(share, 0), 1) * last));
    },
    onPointerLeave: clear,
    onBlur: clear,
    onKeyDown: (event: KeyboardEvent): void => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === 'Escape') clear();
      if (step === undefined) return;
      event.preventDefault();
      setAt(Math.min(Math.max((at ?? (step > 0 ? -1 : count)) + step, 0), last));
    },
  };
  return [at, handlers] as const;
}
