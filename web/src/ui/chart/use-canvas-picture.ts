import { useTheme } from '@mui/material/styles';
import { type RefObject, useRef } from 'react';
import { useTimeZone } from '../format/time-zone.ts';
import { drawCanvasPicture, type PictureLine } from './canvas-picture.ts';
import { type Range, rangeText } from './range.ts';
import { savePicture } from './save-picture.ts';

/** Texts and key of the picture of a chart over time. */
interface ShownChart {
  title: string;
  range: Range;
  lines: readonly PictureLine[];
}

/** Returns a function that downloads the canvases inside an element as one picture, with title, range and key. */
export function useCanvasPicture(): {
  around: RefObject<HTMLDivElement | null>;
  /** @param fileName without extension */
  save(chart: ShownChart, fileName: string): void;
} {
  const around = useRef<HTMLDivElement | null>(null);
  const { palette, typography } = useTheme();
  const timeZone = useTimeZone();
  const save = ({ title, range, lines }: ShownChart, fileName: string): void => {
    if (around.current === null) return;
    const head = { title, detail: `${rangeText(range, timeZone)}, ${timeZone}`, lines };
    const picture = drawCanvasPicture(around.current, head, {
      text: palette.text.primary,
      muted: palette.text.secondary,
      background: palette.background.paper,
      fontFamily: typography.fontFamily ?? 'sans-serif',
    });
    if (picture === null) return;
    savePicture(picture.toDataURL('image/png'), fileName);
  };
  return { around, save };
}
