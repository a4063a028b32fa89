import Button from '@mui/material/Button';
import type { LifeData } from '@twinward/contracts/risk/life-data';
import { csvLine } from '@twinward/domain/rules/sheet';
import type { ReactNode } from 'react';
import { saveFile } from '../../shared/api/save-file.ts';

/** Downloads the lives as csv. */
export function LivesDownload({ data }: { data: LifeData }): ReactNode {
  return (
    <Button
      size="small"
      disabled={data.lives.length === 0}
      onClick={() => void saveFile(new Response(formatCsv(data)), 'lives.csv')}
    >
      Download
    </Button>
  );
}

export function formatCsv({ lives }: LifeData): string {
  const rows = lives.map(({ assetName, days, failed, from, to }) =>
    csvLine([assetName, String(days), failed ? 'failed' : 'suspended', from, to]),
  );
  return [csvLine(['asset', 'days', 'end', 'from', 'to']), ...rows].join('');
}
