import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type {
  FailedReport,
  ReportPeriod,
  ReportSchedule,
  ReportSubject,
  ReportSubscription,
} from '@twinward/contracts/questions/report-subscription';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import type { Saving } from '../../ui/dialogs/saving.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { hourChoices, hourText } from '../../ui/form/hour-choices.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { stateText } from '../../ui/theme/theme.ts';
import { useAccess, useSession } from '../session/session-context.tsx';
import {
  useCreateReportSubscription,
  useDeleteReportSubscription,
  useFailedReports,
  useReportSubscriptions,
  useSendReport,
  useUpdateReportSubscription,
} from './report-subscriptions.ts';

const periodNames: Record<ReportPeriod, string> = {
  daily: 'Every day',
  weekly: 'Every Monday',
  monthly: 'The first of every month',
};
const periods = toChoices(periodNames);

const columns: readonly Column<ReportSubscription>[] = [
  {
    id: 'name',
    header: 'Report',
    width: '36%',
    wraps: true,
    cell: ({ name, failedAt, failure }) => (
      <>
        {name}
        {failedAt === null ? null : (
          <Typography variant="body2" sx={{ color: (theme) => stateText(theme, 'error') }}>
            Failed <Time value={failedAt} />: {failure}
          </Typography>
        )}
      </>
    ),
  },
  {
    id: 'when',
    header: 'Mailed',
    wraps: true,
    cell: ({ period, hour, timeZone }) => `${periodNames[period]}, ${hourText(hour)} ${timeZone}`,
  },
  { id: 'last', header: 'Last', wide: true, cell: ({ lastAt }) => <Time value={lastAt} none="Never" /> },
  { id: 'next', header: 'Next', numeric: true, cell: ({ nextAt }) => <Time value={nextAt} /> },
];

/** The reports mailed to the user, and a form to add the current page. */
export function ReportsDialog({
  subject,
  name,
  onClose,
}: {
  subject: ReportSubject;
  name: string;
  onClose: () => void;
}): ReactNode {
  const reports = useReportSubscriptions();
  const create = useCreateReportSubscription();
  const update = useUpdateReportSubscription();
  const remove = useDeleteReportSubscription();
  const send = useSendReport();
  const { email } = useSession().user;
  const [edited, setEdited] = useState<ReportSubscription | 'new' | null>(null);
  if (edited !== null) {
    const isNew = edited === 'new';
    const saved = { onSuccess: () => setEdited(null) };
    return (
      <ScheduleDialog
        title={isNew ? `Mail ${name}` : `Mail ${edited.name}`}
        schedule={isNew ? null : edited}
        saving={isNew ? create : update}
        onSave={(schedule) =>
          isNew
            ? create.mutate({ subject, ...schedule }, saved)
            : update.mutate({ report: edited, schedule }, saved)
        }
        onClose={() => setEdited(null)}
      />
    );
  }
  const failure = remove.error ?? send.error;
  return (
    <AppDialog
      title="Reports by mail"
      maxWidth="md"
      busy={remove.isPending || send.isPending}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={() => setEdited('new')}>
          Mail {name}
        </Button>
      }
    >
      {email ? null : (
        <Typography role="note" sx={{ pb: 3 }}>
          Your account has no e-mail address, so no reports are mailed.{' '}
          <TextLink to="/account">Add one to your account</TextLink>
        </Typography>
      )}
      <ErrorState error={failure} fallback="The report could not be changed." />
      {send.isSuccess && failure === null ? (
        <Typography role="status" sx={{ pb: 3 }}>
          The mail will be sent within a minute.
        </Typography>
      ) : null}
      <Loaded query={reports} rows={4} fallback="The reports could not be loaded.">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No reports yet."
              hint="A report is a mail with the figures and charts of a dashboard or query."
            />
          ) : (
            <DataTable
              label="Reports by mail"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              actions={{
                label: (report) => `Actions for ${report.name}`,
                of: (report) => [
                  { label: 'Mail now', onChoose: () => send.mutate(report.id) },
                  { label: 'Change', onChoose: () => setEdited(report) },
                  { label: 'Delete', onChoose: () => remove.mutate(report) },
                ],
              }}
            />
          )
        }
      </Loaded>
      <FailedReports />
    </AppDialog>
  );
}

const failedColumns: readonly Column<FailedReport>[] = [
  { id: 'name', header: 'Report', width: '28%', wraps: true, cell: ({ name }) => name },
  { id: 'user', header: 'User', cell: ({ userName }) => userName },
  { id: 'why', header: 'Why', wraps: true, cell: ({ failure }) => failure },
  { id: 'failed', header: 'Failed', numeric: true, cell: ({ failedAt }) => <Time value={failedAt} /> },
  {
    id: 'next',
    header: 'Next attempt',
    numeric: true,
    wide: true,
    cell: ({ nextAt }) => <Time value={nextAt} />,
  },
];

/** For administrators: the failed reports of all users. */
function FailedReports(): ReactNode {
  const maySee = useAccess('system');
  const { data = [] } = useFailedReports(maySee);
  if (!maySee || data.length === 0) return null;
  return (
    <Section title="Failed reports of all users">
      <DataTable
        label="Failed reports of all users"
        columns={failedColumns}
        rows={data}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}

function ScheduleDialog({
  title,
  schedule,
  saving,
  onSave,
  onClose,
}: {
  title: string;
  /** Null for a new schedule. */
  schedule: ReportSchedule | null;
  saving: Saving;
  onSave: (schedule: ReportSchedule) => void;
  onClose: () => void;
}): ReactNode {
  const ownZone = useTimeZone();
  const form = useDraft<ReportSchedule>({
    period: schedule?.period ?? 'weekly',
    hour: schedule?.hour ?? 7,
    timeZone: schedule?.timeZone ?? ownZone,
  });
  const { draft, change } = form;
  return (
    <FormDialog
      title={title}
      action="Save"
      onSubmit={() => onSave(draft)}
      saving={saving}
      fallback="The report could not be saved."
      errorFirst
      py={0}
      onClose={onClose}
    >
      <SelectField label="When" choices={periods} {...form.text('period')} />
      <SelectField
        label="Hour"
        choices={hourChoices}
        value={String(draft.hour)}
        onChange={({ target }) => change({ hour: Number(target.value) })}
      />
      <TimeZoneField value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} />
    </FormDialog>
  );
}
