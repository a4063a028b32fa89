import Alert from '@mui/material/Alert';
import type { LifeData } from '@twinward/contracts/risk/life-data';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LivesDownload } from './lives-download.tsx';

type Life = LifeData['lives'][number];
type LeftOut = LifeData['leftOut'][number];

const shown = 100;
const namesShown = 5;

const endLabels: Record<Life['end'], string> = {
  failure: 'Failed',
  renewal: 'Suspended: renewed',
  'last-seen': 'Suspended: latest data',
  until: 'Suspended: observed until',
  'out-of-service': 'Suspended: out of service',
  now: 'Suspended: now, without data',
};

const reasonTexts: Record<LeftOut['reason'], string> = {
  'unknown-start': 'the twin has no start date, so the age is unknown',
  'not-observed': 'the twin starts after the end of the observation',
  'before-start': 'the failure is before the start of the twin',
  'no-length': 'the failure is at the start of the life',
};

/** The lives used by a fit, and the omitted ones. */
export function Lives({ data }: { data: LifeData }): ReactNode {
  const { lives, assets, endingNow } = data;
  return (
    <Section
      title={`Lives (${formatCount(lives.length)} of ${formatCount(assets)} ${assets === 1 ? 'asset' : 'assets'})`}
      aside={<LivesDownload data={data} />}
    >
      {endingNow > 0 ? (
        <Alert severity="warning">
          {`${formatLives(endingNow)} ${endingNow === 1 ? 'ends' : 'end'} now because the assets have no points. Set when observation ended, or the date when they went out of service.`}
        </Alert>
      ) : null}
      {leftOutTexts(data.leftOut).map((text) => (
        <Alert key={text} severity="info">
          {text}
        </Alert>
      ))}
      <DataTable
        label="Lives"
        rows={lives.slice(0, shown)}
        rowKey={(life) => `${life.assetId} ${life.from}`}
        rowTo={(life) => `/apps/assets/${life.assetId}`}
        columns={[
          { id: 'asset', header: 'Asset', cell: (life) => life.assetName },
          {
            id: 'days',
            header: 'Days',
            numeric: true,
            cell: (life) => formatNumber(Math.round(life.days * 10) / 10),
          },
          { id: 'end', header: 'End', cell: (life) => endLabels[life.end] },
          { id: 'from', header: 'From', wide: true, cell: (life) => <Time value={life.from} /> },
          { id: 'to', header: 'To', wide: true, cell: (life) => <Time value={life.to} /> },
        ]}
      />
      {lives.length > shown ? `The first ${shown} are shown. Download to get all.` : null}
    </Section>
  );
}

const formatLives = (count: number): string => (count === 1 ? '1 life' : `${formatCount(count)} lives`);

/** One sentence per reason: the number of omitted lives, the reason, and the assets. */
export function leftOutTexts(leftOut: readonly LeftOut[]): string[] {
  return Object.entries(reasonTexts).flatMap(([reason, text]) => {
    const own = leftOut.filter((one) => one.reason === reason);
    if (own.length === 0) return [];
    const count = own.reduce((sum, one) => sum + one.count, 0);
    const names = own.slice(0, namesShown).map(({ assetName }) => assetName);
    const more = own.length - names.length;
    const named = more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`;
    return `${formatLives(count)} excluded because ${text}: ${named}.`;
  });
}
