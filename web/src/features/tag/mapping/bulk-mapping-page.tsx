import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { twinsCrumb } from '../../../shared/twin/twin-crumbs.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount, formatPercent } from '../../../ui/format/format.ts';
import { Page } from '../../../ui/page/page.tsx';
import { useStartPreview } from '../api/bulk-mapping.ts';
import { BulkCourse } from './bulk-course.tsx';

/**
 * `/apps/twins/mapping`: maps the inputs of many twins. Shows a preview without changes, then applies the mapping,
 * which can be undone. The navigation passes the twins as `state.twinIds`; by default, all twins. The running command
 * is kept in the URL, so that the page can be left and reopened.
 */
export function BulkMappingPage(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: { twinIds?: number[] } | null };
  const commandId = search.get('command');
  const show = (id: string | null) => setSearch(id === null ? {} : { command: id }, { state });
  return (
    <Page title="Map many twins" breadcrumbs={[twinsCrumb]}>
      {commandId === null ? (
        <Start twinIds={state?.twinIds ?? null} onStarted={show} />
      ) : (
        <BulkCourse key={commandId} commandId={commandId} onGoOn={show} onNew={() => show(null)} />
      )}
    </Page>
  );
}

const percents = [50, 60, 70, 80, 90, 95];

function Start({
  twinIds,
  onStarted,
}: {
  twinIds: number[] | null;
  onStarted(commandId: string): void;
}): ReactNode {
  const [percent, setPercent] = useState(80);
  const start = useStartPreview();
  const which =
    twinIds === null
      ? 'all twins'
      : `${formatCount(twinIds.length)} chosen ${twinIds.length === 1 ? 'twin' : 'twins'}`;
  return (
    <Stack spacing={4} sx={{ maxWidth: 560, alignItems: 'start' }}>
      <Typography>
        Finds tags for the unmapped inputs of {which}. The preview shows the proposed tag of each input and
        changes nothing.
      </Typography>
      <SelectField
        label="Minimum match"
        value={String(percent)}
        onChange={(event) => setPercent(Number(event.target.value))}
        choices={percents.map((each) => ({ value: String(each), label: formatPercent(each) }))}
      />
      <ErrorState error={start.error} fallback="The preview could not be started." />
      <Button
        variant="contained"
        loading={start.isPending}
        onClick={() =>
          start.mutate(
            { twinIds, minimumScore: percent / 100 },
            { onSuccess: ({ commandId }) => onStarted(commandId) },
          )
        }
      >
        Preview
      </Button>
    </Stack>
  );
}
