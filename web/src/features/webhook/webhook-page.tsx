import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Webhook, WebhookMessage } from '@twinward/contracts/connections/webhook';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useListAddress } from '../../shared/address/list-address.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { equals } from '../../shared/api/filters.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import {
  pageSize,
  useCreateSecret,
  useDeleteWebhook,
  useMessages,
  useSendMessage,
  useSetPaused,
  useTestWebhook,
  useWebhook,
} from './api.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { messageList, messageStateLabels, stateLabels, typeLabels, webhooksPath } from './webhook-words.ts';

const crumbs = [{ label: 'Webhooks', to: webhooksPath }];

/** `/settings/webhooks/{id}`: a webhook and its messages. */
export function WebhookPage(): ReactNode {
  const id = idIn(useParams().id);
  return id === null ? <UnknownRecord /> : <KnownWebhook id={id} />;
}

function KnownWebhook({ id }: { id: number }): ReactNode {
  const found = useWebhook(id);
  if (isUnknown(found.error)) return <UnknownRecord />;
  return (
    <Loaded query={found} rows={8} fallback="The webhook could not be loaded.">
      {(webhook) => <Shown webhook={webhook} />}
    </Loaded>
  );
}

type Open = 'edit' | 'secret' | 'delete' | null;

function Shown({ webhook }: { webhook: Webhook }): ReactNode {
  const { id, name, url, state, message } = webhook;
  const navigate = useNavigate();
  const pause = useSetPaused(id);
  const test = useTestWebhook(id);
  const secret = useCreateSecret(id);
  const remove = useDeleteWebhook(id);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const isPaused = state === 'paused' || state === 'stopped';
  const failure = pause.error ?? test.error;
  return (
    <Page
      title={name}
      breadcrumbs={crumbs}
      state={<Typography sx={{ color: 'text.secondary' }}>{stateLabels[state]}</Typography>}
      actions={
        <>
          <Button variant="contained" loading={test.isPending} onClick={() => test.mutate()}>
            Send test message
          </Button>
          <ActionsMenu
            label={`Actions for ${name}`}
            actions={[
              { label: 'Edit', onChoose: () => setOpen('edit') },
              { label: isPaused ? 'Resume' : 'Pause', onChoose: () => pause.mutate(!isPaused) },
              { label: 'Create a new secret', onChoose: () => setOpen('secret') },
              { label: 'Delete', onChoose: () => setOpen('delete') },
            ]}
          />
        </>
      }
    >
      <Typography sx={{ pb: 3, overflowWrap: 'anywhere' }}>{url}</Typography>
      {message === '' ? null : <Typography sx={{ pb: 3 }}>{message}</Typography>}
      <ErrorState error={failure} fallback="The action failed." />
      <Messages webhook={webhook} isPaused={isPaused} />
      {open === 'edit' ? <WebhookDialog webhook={webhook} onCreated={close} onClose={close} /> : null}
      {open === 'secret' ? (
        <ConfirmDialog
          title="Create a new secret?"
          yes="Create secret"
          saving={secret}
          fallback="The secret could not be created."
          onYes={() => secret.mutate({ keepHours: 24 }, { onSuccess: close })}
          onNo={close}
        >
          For one day, messages are signed with both the old and the new secret, so that the receiver has time
          to switch.
        </ConfirmDialog>
      ) : null}
      {secret.data ? (
        <SecretDialog label="Secret" secret={secret.data.secret} onClose={secret.reset}>
          {`The receiver of ${name} checks signatures with this secret.`}
        </SecretDialog>
      ) : null}
      {open === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${name}?`}
          yes="Delete"
          saving={remove}
          fallback="The webhook could not be deleted."
          onYes={() => remove.mutate(undefined, { onSuccess: () => void navigate(webhooksPath) })}
          onNo={close}
        >
          The webhook stops sending, and its log is deleted.
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

const columns: readonly Column<WebhookMessage>[] = [
  {
    id: 'time',
    header: 'Time',
    width: '176px',
    sort: { field: 'Id', first: 'Descending' },
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  { id: 'type', header: 'Message', cell: ({ type }) => typeLabels[type] },
  { id: 'state', header: 'State', width: '112px', cell: ({ state }) => messageStateLabels[state] },
  {
    id: 'answer',
    header: 'Last response',
    wide: true,
    cell: ({ tries: [last] }) => (last === undefined ? '–' : (last.status ?? last.answer)),
  },
  {
    id: 'next',
    header: 'Next attempt',
    width: '176px',
    wide: true,
    cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} none="–" />,
  },
];

const stateChoices = toChoices(messageStateLabels);

function Messages({ webhook: { id }, isPaused }: { webhook: Webhook; isPaused: boolean }): ReactNode {
  const list = useListAddress(messageList);
  const { state } = list.filters;
  const body: ListBody = { filters: equals('State', state), sorts: [list.sort] };
  const messages = useMessages(id, body, list.page);
  const [open, setOpen] = useState<number | null>(null);
  const opened = messages.data?.records.find((message) => message.id === open);
  return (
    <>
      <FilterBar
        list={list}
        labels={{ state: (value) => messageStateLabels[value as WebhookMessage['state']] ?? value }}
      >
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
      </FilterBar>
      <ListResults
        label="Messages"
        noun="messages"
        query={messages}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={(message) => message.id}
        onOpen={(message) => setOpen(message.id)}
        fallback="The messages could not be loaded."
        empty={<EmptyState title="No messages sent yet." />}
      />
      {opened === undefined ? null : (
        <MessageDialog
          webhookId={id}
          message={opened}
          maySend={!isPaused || opened.type === 'webhook.test'}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function MessageDialog({
  webhookId,
  message,
  maySend,
  onClose,
}: {
  webhookId: number;
  message: WebhookMessage;
  maySend: boolean;
  onClose: () => void;
}): ReactNode {
  const send = useSendMessage(webhookId);
  return (
    <FormDialog
      title={typeLabels[message.type]}
      action="Send again"
      onSubmit={() => send.mutate(message.id)}
      disabled={!maySend}
      saving={send}
      fallback="The message could not be sent."
      errorFirst
      cancel={null}
      maxWidth="md"
      onClose={onClose}
    >
      <Typography>{`${messageStateLabels[message.state]}, ${message.messageId}`}</Typography>
      <Typography component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {message.body}
      </Typography>
      {message.tries.map(({ time, milliseconds, status, answer }) => (
        <Stack key={time} spacing={1}>
          <Typography>
            <Time value={time} /> {status === null ? 'no response' : status}, {milliseconds} ms
          </Typography>
          <Typography component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {answer}
          </Typography>
        </Stack>
      ))}
    </FormDialog>
  );
}
