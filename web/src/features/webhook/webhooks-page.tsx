import Button from '@mui/material/Button';
import type { Webhook } from '@twinward/contracts/connections/webhook';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useState } from 'react';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useWebhooks } from './api.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { eventLabels, stateLabels, webhookList, webhookPath } from './webhook-words.ts';

const columns: readonly Column<Webhook>[] = [
  { id: 'name', header: 'Name', width: '22%', sort: { field: 'Name' }, cell: ({ name }) => name },
  {
    id: 'url',
    header: 'Address',
    wide: true,
    sort: { field: 'Url' },
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    id: 'events',
    header: 'Events',
    wide: true,
    cell: ({ events }) => {
      const text = events.map((event) => eventLabels[event]).join(', ');
      return <span title={text}>{text}</span>;
    },
  },
  {
    id: 'state',
    header: 'State',
    width: '184px',
    sort: { field: 'State' },
    cell: ({ state }) => stateLabels[state],
  },
  {
    id: 'delivered',
    header: 'Last delivered',
    width: '176px',
    wide: true,
    cell: ({ lastDeliveredAt }) => <Time value={lastDeliveredAt} none="Never" />,
  },
];

/** `/settings/webhooks`: the webhooks. `?new` opens the dialog for a new webhook. */
export function WebhooksPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.webhooks', webhookList);
  const { search } = list.filters;
  const body: ListBody = { filters: contains('Name', search), sorts: [list.sort] };
  const webhooks = useWebhooks(body, list.page);
  const [isAdding, setIsAdding] = useNewInAddress();
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  return (
    <Page
      title="Webhooks"
      actions={
        <Button variant="contained" onClick={() => setIsAdding(true)}>
          Add webhook
        </Button>
      }
    >
      <FilterBar list={list} labels={{ search: (value) => `Name contains “${value}”` }}>
        <SearchFilter list={list} name="search" label="Name" />
        {controls(columns, body)}
      </FilterBar>
      <ListResults
        label="Webhooks"
        noun="webhooks"
        query={webhooks}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={({ id }) => id}
        rowTo={({ id }) => webhookPath(id)}
        fallback="The webhooks could not be loaded."
        empty={
          <EmptyState
            title="No webhooks yet."
            hint="A webhook sends excursions, levels of twins and advisories to another system, as signed messages."
            action={
              <Button variant="outlined" onClick={() => setIsAdding(true)}>
                Add the first webhook
              </Button>
            }
          />
        }
      />
      {isAdding ? (
        <WebhookDialog
          webhook={null}
          onCreated={(created) => {
            setMade(created);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {made === null ? null : (
        <SecretDialog label="Secret" secret={made.secret} onClose={() => setMade(null)}>
          {`The receiver of ${made.name} checks signatures with this secret.`}
        </SecretDialog>
      )}
    </Page>
  );
}
