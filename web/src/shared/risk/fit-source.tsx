import Stack from '@mui/material/Stack';
import type { getTwinFitSource, LifeFitSource } from '@twinward/contracts/risk/life-data';
import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { Why } from '../../ui/page/why.tsx';
import { lifeDataPath } from '../address/life-data-path.ts';
import { useApiQuery } from '../api/api-query.ts';

const useTwinSource = (id: number) =>
  useApiQuery<typeof getTwinFitSource>(
    ['twins', { twinId: id, fit: 'source' }],
    'GET /api/life-data/twins/:id',
    { params: { id } },
  );

/** Links from the risk of a twin to its life data, and to the fit from which its probability was taken. */
export function TwinFit({ twin }: { twin: { id: number; assetId: number } }): ReactNode {
  const { data } = useTwinSource(twin.id);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 3, minHeight: 32 }}>
      <TextLink to={lifeDataPath({ assetId: twin.assetId, twinId: twin.id })}>Fit from life data</TextLink>
      {data?.source?.isCurrent ? <SourceText source={data.source} /> : null}
    </Stack>
  );
}

export function SourceText({ source }: { source: LifeFitSource }): ReactNode {
  const { failures, suspensions, title, createdAt, createdBy, shape, scale, method } = source;
  return (
    <Stack direction="row" sx={{ alignItems: 'center' }}>
      {`Fitted to ${formatCount(failures)} failures and ${formatCount(suspensions)} suspensions of ${title}`}
      <Why
        subject="the fit"
        formula="Weibull distribution fitted to lives"
        inputs={[
          ['Lives of', title],
          ['Method', method.replace('-', ' ')],
          ['Shape', String(shape)],
          ['Characteristic life', formatDuration(scale)],
          ['Applied by', createdBy ?? 'A deleted user', createdAt],
        ]}
      />
      <Time value={createdAt} />
    </Stack>
  );
}
