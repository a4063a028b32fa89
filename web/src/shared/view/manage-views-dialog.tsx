import Button from '@mui/material/Button';
import type { SavedView, ViewParameters } from '@twinward/contracts/records/saved-view';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { useDeleteView, useSaveView } from './saved-view-calls.ts';
import { SavedViewDialog } from './saved-view-dialog.tsx';

const columns: readonly Column<SavedView>[] = [
  {
    id: 'caption',
    header: 'View',
    width: '50%',
    cell: ({ caption }) => <span title={caption}>{caption}</span>,
  },
  {
    id: 'shared',
    header: 'Visible to',
    cell: ({ shared, createdBy }) =>
      shared ? `Everybody${createdBy === null ? '' : ` (from ${createdBy})`}` : 'You',
  },
];

/** Renames, shares, replaces and deletes the views that the user may change. */
export function ManageViewsDialog({
  list,
  views,
  current,
  mayShare,
  onClose,
}: {
  list: string;
  views: readonly SavedView[];
  /** The current parameters of the list. */
  current: ViewParameters;
  mayShare: boolean;
  onClose(): void;
}): ReactNode {
  const [asked, setAsked] = useState<{ what: 'edit' | 'replace' | 'delete'; view: SavedView } | null>(null);
  const replacing = useSaveView(list, asked?.view ?? null);
  const removing = useDeleteView(list);
  const close = (): void => setAsked(null);
  return (
    <AppDialog title="Saved views" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <DataTable
        label="Saved views"
        columns={columns}
        rows={views}
        rowKey={({ id }) => id}
        actions={{
          label: ({ caption }) => `Actions for ${caption}`,
          of: (view) =>
            view.mayChange
              ? [
                  { label: 'Rename or share', onChoose: () => setAsked({ what: 'edit', view }) },
                  {
                    label: 'Update with current list',
                    onChoose: () => setAsked({ what: 'replace', view }),
                  },
                  { label: 'Delete', onChoose: () => setAsked({ what: 'delete', view }) },
                ]
              : [],
        }}
      />
      {asked?.what === 'edit' ? (
        <SavedViewDialog
          list={list}
          view={asked.view}
          parameters={asked.view.parameters}
          mayShare={mayShare}
          onClose={close}
        />
      ) : null}
      {asked?.what === 'replace' ? (
        <ConfirmDialog
          title={`Update ${asked.view.caption}?`}
          yes="Update"
          busy={replacing.isPending}
          onYes={() =>
            replacing.mutate(
              { caption: asked.view.caption, shared: asked.view.shared, parameters: current },
              { onSuccess: close },
            )
          }
          onNo={close}
        >
          The view will use the current filters, sort and columns of the list.
          <ErrorState error={replacing.error} fallback="The view could not be saved." />
        </ConfirmDialog>
      ) : null}
      {asked?.what === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${asked.view.caption}?`}
          yes="Delete"
          busy={removing.isPending}
          onYes={() => removing.mutate(asked.view, { onSuccess: close })}
          onNo={close}
        >
          {asked.view.shared ? 'The view is also deleted for other users. ' : ''}No records are changed.
          <ErrorState error={removing.error} fallback="The view could not be deleted." />
        </ConfirmDialog>
      ) : null}
    </AppDialog>
  );
}
