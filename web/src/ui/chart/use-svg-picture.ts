import { useTheme } from '@mui/material/styles';
import { type RefObject, useRef } from 'react';
import { saveSvgPicture } from './svg-picture.ts';
import { useChartInk } from './use-chart-ink.ts';

/**
 * What saves a drawing as a picture, in the colours and the font of the page.
 *
 * @param fileName of the picture, without its ending.
 */
export function useSaveDrawing(fileName: string): (drawing: SVGSVGElement) => void {
  const { text: color, fontFamily } = useChartInk();
  const background = useTheme().palette.background.paper;
  return (drawing) => void saveSvgPicture(drawing, `${fileName}.png`, { color, background, fontFamily });
}

/**
 * What saves the drawing in an element as a picture, as it stands on the page.
 *
 * @param fileName of the picture, without its ending.
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
