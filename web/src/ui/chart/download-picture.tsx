import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** The button below a chart that downloads it as a picture. */
export const DownloadPicture = ({
  of,
  onDownload,
}: {
  /** Content of the chart, such as 'risk over time', for the accessible name: a page may have several such buttons. */
  of: string;
  onDownload(): void;
}): ReactNode => (
  <Button size="small" aria-label={`Download picture of ${of}`} onClick={onDownload}>
    Download picture
  </Button>
);
