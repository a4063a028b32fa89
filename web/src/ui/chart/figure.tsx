import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTheme } from '@mui/material/styles';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../page/lazy-component.tsx';
import { DownloadPicture } from './download-picture.tsx';
import type { FigureOption } from './figure-canvas.tsx';
import { savePicture } from './save-picture.ts';
import { useElementWidth } from './use-element-width.ts';

const FigureCanvas = lazyComponent(async () => (await import('./figure-canvas.tsx')).FigureCanvas);

/** Props of the component that draws a figure. `onDrawn` receives a function that returns the picture as a data URL. */
export interface FigureSize {
  width: number;
  height: number;
  onDrawn: (picture: (background: string) => string) => void;
}

interface FrameProps {
  /** Accessible name of the chart. */
  label: string;
  /** Height of the chart in pixels. */
  height?: number;
  /** File name of the picture, without extension. */
  fileName: string;
  /** The same data as a table. */
  table: ReactNode;
}

/** A chart with its table and a download as a picture. */
export function FigureFrame({
  label,
  height = 320,
  fileName,
  table,
  children,
}: FrameProps & { children: (size: FigureSize) => ReactNode }): ReactNode {
  const [measure, width] = useElementWidth();
  const [asTable, setAsTable] = useState(false);
  const picture = useRef<((background: string) => string) | null>(null);
  const { palette } = useTheme();
  const [keep] = useState(() => (drawn: (background: string) => string) => {
    picture.current = drawn;
  });
  const download = (): void => {
    if (picture.current !== null) savePicture(picture.current(palette.background.paper), fileName);
  };
  return (
    <Box>
      {asTable ? (
        table
      ) : (
        <Box ref={measure} role="img" aria-label={label} sx={{ height, minWidth: 0, overflow: 'hidden' }}>
          <Suspense fallback={null}>{children({ width, height, onDrawn: keep })}</Suspense>
        </Box>
      )}
      <Stack direction="row" spacing={2}>
        <Button size="small" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
        {asTable ? null : <DownloadPicture of={fileName} onDownload={download} />}
      </Stack>
    </Box>
  );
}

/** A chart other than a signal over time. */
export const Figure = ({ option, ...frame }: FrameProps & { option: FigureOption }): ReactNode => (
  <FigureFrame {...frame}>{(size) => <FigureCanvas option={option} {...size} />}</FigureFrame>
);
