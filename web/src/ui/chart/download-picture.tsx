import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

/** The button below a chart that downloads it as a picture. */
export const DownloadPicture = ({
  of,
  onDownload,
}: {
  /** What the chart shows, such as 'risk over time': names the button where a page has several. */
  of: string;
  onDownload(): void;
}): ReactNode => (
  <Button size="small" aria-label={`Download picture of ${of}`} onClick={onDownload}>
    Download picture
  </Button>
);
