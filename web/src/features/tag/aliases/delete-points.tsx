import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import type { deletePoints } from '@twinward/contracts/signals/data-point';
import { type ReactNode, useState } from 'react';
import { call } from '../../../shared/api/http.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../../ui/form/date-input.tsx';
import { notADate } from '../../../ui/form/date-value.ts';
import { formatCount, formatDateTime } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';

interface Range {
  from: string | null;
  to: string | null;
}

/** Deletes the points of a tag in a range, or all of them, after confirmation. */
export function DeletePoints({
  tag,
  onClose,
}: {
  tag: { id: number; name: string };
  onClose(): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const [range, setRange] = useState<Range>({ from: null, to: null });
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      call<typeof deletePoints>('DELETE /api/tags/:id/data-points', {
        params: { id: tag.id },
        query: {
          ...(range.from === null ? {} : { from: range.from }),
          ...(range.to === null ? {} : { to: range.to }),
        },
      }),
    onSettled: () => setIsAsking(false),
    meta: { says: null, renews: ['data-points', 'tags', 'tag-aliases'], renewsOnFailure: true },
  });
  const isWrong = range.from === notADate || range.to === notADate;
  return (
    <AppDialog
      title={`Delete points of ${tag.name}`}
      busy={remove.isPending}
      onClose={onClose}
      actions={
        remove.isSuccess ? (
          <Button variant="contained" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" color="error" disabled={isWrong} onClick={() => setIsAsking(true)}>
              Delete points
            </Button>
          </>
        )
      }
    >
      <Stack spacing={3}>
        <ErrorState error={remove.error} fallback="The points could not be deleted." />
        {remove.data ? (
          <Typography role="status">
            {remove.data.deleted === 1
              ? '1 point was deleted.'
              : `${formatCount(remove.data.deleted)} points were deleted.`}
          </Typography>
        ) : (
          <>
            <DateTimeInput
              label="From"
              hint="Leave empty to start at the oldest point"
              value={range.from}
              onChange={(from) => setRange({ ...range, from })}
            />
            <DateTimeInput
              label="Before"
              hint="Leave empty to include the latest point"
              value={range.to}
              onChange={(to) => setRange({ ...range, to })}
            />
          </>
        )}
      </Stack>
      {isAsking ? (
        <ConfirmDialog
          title={range.from === null && range.to === null ? 'Delete all points?' : 'Delete these points?'}
          yes="Delete"
          width={360}
          busy={remove.isPending}
          onYes={() => remove.mutate()}
          onNo={() => setIsAsking(false)}
        >
          {`${rangeText(range, timeZone)} of ${tag.name} are deleted. This cannot be undone.`}
        </ConfirmDialog>
      ) : null}
    </AppDialog>
  );
}

function rangeText({ from, to }: Range, timeZone: string): string {
  const since = from === null ? '' : ` from ${formatDateTime(from, timeZone)}`;
  const before = to === null ? '' : ` before ${formatDateTime(to, timeZone)}`;
  return since === '' && before === '' ? 'All points' : `The points${since}${before}`;
}
