import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Mail } from '@twinward/contracts/system/mail';
import { type ReactNode, useMemo, useState } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { findLabel, toChoices } from '../../ui/form/choices.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { pageSize, useMailPicture, useMails } from './api/mail.ts';
import { type MailFilterName, mailListBody, statusLabels } from './mail-list.ts';

const options: ListAddressOptions<MailFilterName> = {
  filterNames: ['to', 'status'],
  sortFields: ['To', 'Subject', 'Status', 'CreatedAt'],
  defaultSort: { field: 'CreatedAt', direction: 'Descending' },
};
const statusChoices = toChoices(statusLabels);

/** Sent, pending and failed mails, each with its text. */
export function Outbox(): ReactNode {
  const list = useListAddress(options);
  const body = useMemo(() => mailListBody(list.filters, list.sort), [list.filters, list.sort]);
  const [open, setOpen] = useState<Mail | null>(null);
  const columns: readonly Column<Mail>[] = [
    {
      id: 'subject',
      header: 'Subject',
      sort: { field: 'Subject' },
      cell: (mail) => (
        <Link component="button" underline="hover" color="inherit" onClick={() => setOpen(mail)}>
          {mail.subject}
        </Link>
      ),
    },
    { id: 'to', header: 'To', width: '28%', wide: true, sort: { field: 'To' }, cell: (mail) => mail.to },
    {
      id: 'status',
      header: 'Status',
      width: '160px',
      sort: { field: 'Status' },
      cell: (mail) => <span title={mail.error ?? undefined}>{statusLabels[mail.status]}</span>,
    },
    {
      id: 'created',
      header: 'Written',
      numeric: true,
      width: '176px',
      wide: true,
      sort: { field: 'CreatedAt', first: 'Descending' },
      cell: (mail) => <Time value={mail.createdAt} />,
    },
  ];
  return (
    <>
      <FilterBar
        list={list}
        labels={{
          to: (value) => `To contains “${value}”`,
          status: (value) => findLabel(statusChoices, value),
        }}
      >
        <SearchFilter list={list} name="to" label="To" />
        <ChoiceFilter list={list} name="status" label="Status" choices={statusChoices} />
      </FilterBar>
      <ListResults
        label="Outbox"
        noun="mails"
        query={useMails(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={(mail) => mail.id}
        fallback="The mails could not be loaded."
        empty={<EmptyState title="No mails yet." hint="Mails to users appear here, sent or not." />}
      />
      {open === null ? null : <MailDialog mail={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }): ReactNode {
  return (
    <AppDialog title={mail.subject} onClose={onClose}>
      <Facts
        facts={[
          ['To', mail.to],
          ['Status', statusLabels[mail.status]],
          ['Written', <Time key="created" value={mail.createdAt} />],
          ['Sent', <Time key="sent" value={mail.sentAt} />],
          ['Attempts', String(mail.attempts)],
          ...(mail.error === null ? [] : [['Last error', mail.error] as const]),
        ]}
      />
      {/* Focusable, so that keys can scroll a long mail. */}
      <Box role="region" aria-label="Text of the mail" tabIndex={0} sx={{ pt: 4 }}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.text ?? 'This text is confidential. Only the recipient can read it.'}
        </Typography>
        {mail.pictures.map((picture) => (
          <MailPicture key={picture.name} mailId={mail.id} picture={picture} />
        ))}
      </Box>
    </AppDialog>
  );
}

function MailPicture({
  mailId,
  picture: { name, description },
}: {
  mailId: number;
  picture: Mail['pictures'][number];
}): ReactNode {
  return (
    <Loaded query={useMailPicture(mailId, name)} fallback="The picture could not be loaded.">
      {(src) => (
        <Box component="img" src={src} alt={description} sx={{ display: 'block', maxWidth: '100%', pt: 3 }} />
      )}
    </Loaded>
  );
}
