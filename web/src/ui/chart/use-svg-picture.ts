import { useTheme } from '@mui/material/styles';
import { type RefObject, useRef } from 'react';
import { saveSvgPicture } from './svg-picture.ts';
import { useChartInk } from './use-chart-ink.ts';

/**
 * Returns a function that downloads a drawing as a picture in the page's colours and font.
 *
 * @param fileName without extension
 */
export function useSaveDrawing(fileName: string): (drawing: SVGSVGElement) => void {
  const { text: color, fontFamily } = useChartInk();
  const background = useTheme().palette.background.paper;
  return (drawing) => void saveSvgPicture(drawing, fileName, { color, background, fontFamily });
}

/**
 * Returns a function that downloads the SVG inside an element as a picture.
 *
 * @param fileName without extension
 */
export function useSvgPicture(fileName: string): { around: RefObject<HTMLDivElement | null>; save(): void } {
  const around = useRef<HTMLDivElement | null>(null);
  const saveDrawing = useSaveDrawing(fileName);
  const save = (): void => {
    const drawing = around.current?.querySelector('svg');
    if (drawing) saveDrawing(drawing);
  };
  return { around, save };
}
