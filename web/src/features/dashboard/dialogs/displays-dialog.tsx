import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CreatedDisplay, type Display, newDisplay } from '@twinward/contracts/questions/display';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import { DAY } from '@twinward/domain/duration';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useDashboards, useReadyMade } from '../../../shared/api/queries/use-dashboards.ts';
import { displayAddress } from '../../../shared/session/display-token.ts';
import { useSession } from '../../../shared/session/session-context.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { useCreateDisplay, useDeleteDisplay, useDisplays } from '../api/displays.ts';

const secondsRule = schemaRule(newDisplay.shape.seconds);

const columns: readonly Column<Display>[] = [
  { id: 'name', header: 'Display', width: '32%', cell: ({ name }) => name },
  {
    id: 'dashboards',
    header: 'Dashboards',
    wide: true,
    wraps: true,
    cell: ({ dashboards }) => dashboards.map(({ name }) => name ?? 'a deleted dashboard').join(', '),
  },
  {
    id: 'seen',
    header: 'Last seen',
    wide: true,
    cell: ({ lastSeenAt }) => <Time value={lastSeenAt} none="Never" />,
  },
  { id: 'expires', header: 'Expires', numeric: true, cell: ({ expiresAt }) => <Time value={expiresAt} /> },
];

/** Manages displays: URLs that show dashboards on wall screens without a sign-in. */
export function DisplaysDialog({ first, onClose }: { first: string; onClose: () => void }): ReactNode {
  const displays = useDisplays();
  const remove = useDeleteDisplay();
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<CreatedDisplay | null>(null);
  if (isNew) {
    return (
      <NewDisplay
        first={first}
        onCreated={(display) => {
          setCreated(display);
          setIsNew(false);
        }}
        onClose={() => setIsNew(false)}
      />
    );
  }
  return (
    <AppDialog
      title="Displays"
      maxWidth="md"
      busy={remove.isPending}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={() => setIsNew(true)}>
          Add display
        </Button>
      }
    >
      {created ? <Address display={created} /> : null}
      <ErrorState error={remove.error} fallback="The display could not be deleted." />
      <Loaded query={displays} rows={4} fallback="The displays could not be loaded.">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No displays yet."
              hint="A display is a link that shows dashboards on a wall screen without sign-in. It reads only these dashboards, with your permissions."
            />
          ) : (
            <DataTable
              label="Displays"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              actions={{
                label: ({ name }) => `Actions for ${name}`,
                of: ({ id }) => [{ label: 'Delete', onChoose: () => remove.mutate(id) }],
              }}
            />
          )
        }
      </Loaded>
    </AppDialog>
  );
}

/** Shows the URL of a new display, which cannot be shown again. */
function Address({ display }: { display: CreatedDisplay }): ReactNode {
  const { databaseName } = useSession();
  const address = displayAddress({ databaseName, sessionId: display.token });
  return (
    <Stack spacing={2} sx={{ pb: 4 }}>
      <Typography>{`Open this address on ${display.name}. Copy it now: it will not be shown again.`}</Typography>
      <Field
        label="Address"
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
        endAdornment={<CopyButton text={address} label="Copy the address" />}
      />
    </Stack>
  );
}

const lives = [
  { value: '30', label: '30 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];

function NewDisplay({
  first,
  onCreated,
  onClose,
}: {
  first: string;
  onCreated: (display: CreatedDisplay) => void;
  onClose: () => void;
}): ReactNode {
  const create = useCreateDisplay();
  const ready = useReadyMade();
  const stored = useDashboards();
  const form = useDraft({ name: '', dashboards: [first], seconds: 60 as number | null, days: '365' });
  const { name, dashboards, seconds, days } = form.draft;
  const secondsProblem = secondsRule(seconds) ?? undefined;
  const isReady = name.trim() !== '' && dashboards.length > 0 && secondsProblem === undefined;
  const add = () =>
    create.mutate(
      {
        name: name.trim(),
        dashboards,
        seconds: seconds ?? 60,
        expiresAt: new Date(Date.now() + Number(days) * DAY).toISOString(),
      },
      { onSuccess: onCreated },
    );
  return (
    <FormDialog
      title="Add display"
      action="Add display"
      onSubmit={add}
      disabled={!isReady}
      saving={create}
      fallback="The display could not be added."
      errorFirst
      py={0}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Location of the screen, such as Control room"
        {...form.text('name')}
        inputProps={{ maxLength: queryLengths.name }}
      />
      <CheckList
        label="Dashboards (shown in rotation)"
        choices={[...(ready.data ?? []), ...(stored.data?.records ?? [])].map((one) => ({
          value: one.id,
          label: one.name,
        }))}
        value={dashboards}
        onChange={(chosen) => form.change({ dashboards: chosen.slice(0, 20) })}
      />
      <NumberField label="Seconds per dashboard" {...form.input('seconds')} error={secondsProblem} />
      <SelectField label="Expires after" choices={lives} {...form.text('days')} />
    </FormDialog>
  );
}
