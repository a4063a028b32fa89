import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { listAssets } from '@twinward/contracts/assets/asset';
import { maximumPageSize } from '@twinward/contracts/core/list';
import { maximumPlacements } from '@twinward/contracts/library/placement';
import { type ReactNode, useMemo } from 'react';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { usePaused } from '../../../ui/form/use-paused.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { readUniqueIds, uniqueIdFilter } from './unique-ids.ts';

/** Maximum number of missing unique ids that are listed. */
const mostNamed = 20;

/** A field for a pasted list of unique ids, such as a column of a spreadsheet, with the number of found assets. */
export function PastedAssets({ text, onChange }: { text: string; onChange(text: string): void }): ReactNode {
  const paused = usePaused(text, 300);
  const uniqueIds = useMemo(() => readUniqueIds(paused), [paused]);
  const isTooLong = uniqueIds.length > maximumPlacements;
  const found = useApiPage<typeof listAssets>(
    ['assets', { uniqueIds }],
    'POST /api/assets/filters',
    { page: 1, pageSize: maximumPageSize, body: { filters: [uniqueIdFilter(uniqueIds)] } },
    { enabled: uniqueIds.length > 0 && !isTooLong },
  );
  return (
    <Stack spacing={2}>
      <Field
        label="Unique ids"
        hint={`One per line, or separated by commas. At most ${formatCount(maximumPlacements)}.`}
        error={
          isTooLong
            ? `You entered ${formatCount(uniqueIds.length)} ids. The maximum is ${formatCount(maximumPlacements)}.`
            : undefined
        }
        value={text}
        onChange={(event) => onChange(event.target.value)}
        multiline
        minRows={4}
        maxRows={12}
      />
      <ErrorState error={found.error} fallback="The assets could not be found." />
      <Muted role="status">
        {uniqueIds.length === 0 || isTooLong || found.data === undefined || found.isPlaceholderData
          ? ''
          : `${formatCount(found.data.total)} of ${formatCount(uniqueIds.length)} found.`}
      </Muted>
      {found.data && !found.isPlaceholderData && uniqueIds.length > 0 ? (
        <Missing uniqueIds={uniqueIds} found={found.data.records} total={found.data.total} />
      ) : null}
    </Stack>
  );
}

/** Lists the unique ids without an asset, if all found assets are on the page. */
function Missing({
  uniqueIds,
  found,
  total,
}: {
  uniqueIds: readonly string[];
  found: readonly { uniqueId: string }[];
  total: number;
}): ReactNode {
  if (total === uniqueIds.length || total > found.length) return null;
  const known = new Set(found.map(({ uniqueId }) => uniqueId));
  const missing = uniqueIds.filter((one) => !known.has(one));
  const left = missing.length - mostNamed;
  return (
    <Alert severity="warning" variant="outlined">
      No asset has the unique id {missing.slice(0, mostNamed).join(', ')}
      {left > 0 ? ` and ${formatCount(left)} more` : ''}.
    </Alert>
  );
}
