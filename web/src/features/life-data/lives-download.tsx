import Button from '@mui/material/Button';
import type { LifeData } from '@twinward/contracts/life-data';
import type { ReactNode } from 'react';
import { saveFile } from '../../app/save-file.ts';

/** The lives as csv. */
export function LivesDownload({ data }: { data: LifeData }): ReactNode {
  return (
    <Button
      size="small"
      disabled={data.lives.length === 0}
      onClick={() => void saveFile(new Response(csvOf(data)), 'lives.csv')}
    >
      Download
    </Button>
  );
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cell(text: string): string {
  const marked = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

export function csvOf({ lives }: LifeData): string {
  const rows = lives.map(({ assetName, days, failed, from, to }) =>
    [cell(assetName), String(days), failed ? 'failed' : 'suspended', from, to].join(','),
  );
  return ['asset,days,end,from,to', ...rows, ''].join('\r\n');
}
