import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { mcpPath } from '@twinward/contracts/access/mcp';
import type { ServiceAccount } from '@twinward/contracts/access/service-account';
import { type ReactNode, useMemo, useState } from 'react';
import { basePath } from '../../shared/address/base-path.ts';
import { useNewInAddress } from '../../shared/address/use-new-in-address.ts';
import { useListView } from '../../shared/view/use-list-view.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toChoices } from '../../ui/form/choices.ts';
import { CopyButton } from '../../ui/form/copy-button.tsx';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { pageSize, useServiceAccounts } from './api.ts';
import { listOptions, scopeNames, stateLabels, toListBody } from './service-account-words.ts';
import { RevokeDialog, RotateDialog } from './token-dialogs.tsx';

const columns: readonly Column<ServiceAccount>[] = [
  { id: 'name', header: 'Name', width: '24%', sort: { field: 'Name' }, cell: ({ name }) => name },
  {
    id: 'scopes',
    header: 'Scopes',
    wide: true,
    cell: ({ scopes }) => scopes.map((scope) => scopeNames[scope]).join(', '),
  },
  {
    id: 'groups',
    header: 'Groups',
    wide: true,
    cell: ({ groups }) => <span title={groups.join(', ')}>{groups.join(', ') || '–'}</span>,
  },
  {
    id: 'state',
    header: 'State',
    width: '128px',
    sort: { field: 'State' },
    cell: ({ state }) => stateLabels[state],
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '176px',
    sort: { field: 'ExpiresAt' },
    cell: ({ expiresAt }) => <Time value={expiresAt} none="–" />,
  },
  {
    id: 'used',
    header: 'Last used',
    width: '176px',
    wide: true,
    sort: { field: 'LastUsedAt', first: 'Descending' },
    cell: ({ lastUsedAt }) => <Time value={lastUsedAt} none="Never" />,
  },
];

const stateChoices = toChoices(stateLabels);

const mcpAddress = () => window.location.origin + basePath + mcpPath;

type Open = { what: 'edit' | 'rotate' | 'revoke'; account: ServiceAccount } | null;

/** `/settings/service-accounts`: accounts of programs with tokens. `?new` opens the dialog for a new account. */
export function ServiceAccountsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('settings.service-accounts', listOptions);
  const body = useMemo(() => toListBody(list.filters, list.sort), [list.filters, list.sort]);
  const accounts = useServiceAccounts(body, list.page);
  const [isAdding, setIsAdding] = useNewInAddress();
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const close = () => setOpen(null);
  const show = (account: { name: string; token: string }) => {
    setMade(account);
    close();
    if (isAdding) setIsAdding(false);
  };
  return (
    <Page
      title="Service accounts"
      actions={
        <Button variant="contained" onClick={() => setIsAdding(true)}>
          Add service account
        </Button>
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Name or description contains “${value}”`,
          state: (value) => stateLabels[value as ServiceAccount['state']] ?? value,
        }}
      >
        <SearchFilter list={list} name="search" label="Name or description" />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
        {controls(columns, body)}
      </FilterBar>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        AI assistants connect with a token, using the Model Context Protocol, at <code>{mcpAddress()}</code>
        <CopyButton text={mcpAddress()} label="Copy address for assistants" />
      </Typography>
      <ListResults
        label="Service accounts"
        noun="service accounts"
        query={accounts}
        list={list}
        pageSize={pageSize}
        columns={visibleColumns(columns)}
        rowKey={({ id }) => id}
        onOpen={(account) => setOpen({ what: 'edit', account })}
        actions={{
          label: ({ name }) => `Actions for ${name}`,
          of: (account) => [
            { label: 'Edit', onChoose: () => setOpen({ what: 'edit', account }) },
            { label: 'Create a new token', onChoose: () => setOpen({ what: 'rotate', account }) },
            ...(account.state === 'revoked'
              ? []
              : [{ label: 'Revoke', onChoose: () => setOpen({ what: 'revoke', account }) }]),
            { label: 'Audit trail', to: `/settings/audit?user=${encodeURIComponent(account.name)}` },
          ],
        }}
        fallback="The service accounts could not be loaded."
        empty={
          <EmptyState
            title="No service accounts yet."
            hint="A service account lets a program call the API with a token that expires. Its changes appear in the audit trail."
            action={
              <Button variant="outlined" onClick={() => setIsAdding(true)}>
                Add the first service account
              </Button>
            }
          />
        }
      />
      {isAdding ? <AccountDialog account={null} onCreated={show} onClose={() => setIsAdding(false)} /> : null}
      {open?.what === 'edit' ? (
        <AccountDialog account={open.account} onCreated={show} onClose={close} />
      ) : null}
      {open?.what === 'rotate' ? (
        <RotateDialog account={open.account} onCreated={show} onClose={close} />
      ) : null}
      {open?.what === 'revoke' ? <RevokeDialog account={open.account} onClose={close} /> : null}
      {made === null ? null : (
        <SecretDialog label="Token" secret={made.token} onClose={() => setMade(null)}>
          {`Give this token to the program that ${made.name} is for.`}
        </SecretDialog>
      )}
    </Page>
  );
}
