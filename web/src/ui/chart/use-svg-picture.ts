import { useTheme } from '@mui/material/styles';
import { type RefObject, useRef } from 'react';
import { saveSvgPicture } from './svg-picture.ts';
import { useChartInk } from './use-chart-ink.ts';

/**
 * What saves the drawing in an element as a picture, as it stands on the page.
 *
 * @param fileName of the picture, without its ending.
 */
export function useSvgPicture(fileName: string): { around: RefObject<HTMLDivElement | null>; save(): void } {
  const around = useRef<HTMLDivElement | null>(null);
  const { text: color, fontFamily } = useChartInk();
  const background = useTheme().palette.background.paper;
  const save = (): void => {
    const drawing = around.current?.querySelector('svg');
    if (drawing) void saveSvgPicture(drawing, `${fileName}.png`, { color, background, fontFamily });
  };
  return { around, save };
}
