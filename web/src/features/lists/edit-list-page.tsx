import Chip from '@mui/material/Chip';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { exportList, listImport, useDeleteList, useEditedList } from './api.ts';
import { ListForm } from './list-form.tsx';
import { kindLabels } from './list-words.ts';

/** `/settings/lists/edit/{name}`: a list with its items. */
export function EditListPage(): ReactNode {
  const { name = '' } = useParams();
  const found = useEditedList(name);
  if (isUnknown(found.error)) return <UnknownRecord />;
  const list = found.data;
  return (
    <Page
      title={name}
      breadcrumbs={[{ label: 'Lists', to: '/settings/lists' }]}
      state={
        list ? (
          <>
            {list.isStandard ? <Chip size="small" label="Standard" /> : null}
            <Chip size="small" variant="outlined" label={kindLabels[list.kind]} />
            <Chip size="small" variant="outlined" label={list.dataType === 'N' ? 'Numbers' : 'Text'} />
          </>
        ) : null
      }
      actions={list ? <ListActions list={list} /> : null}
    >
      <Loaded query={found} rows={8} fallback="The list could not be loaded.">
        {(loaded) => <ListForm key={loaded.id} list={loaded} />}
      </Loaded>
    </Page>
  );
}

function ListActions({ list }: { list: EditedList }): ReactNode {
  const navigate = useNavigate();
  const [shown, show] = useState<'import' | 'delete' | null>(null);
  const removal = useDeleteList(list);
  const kind = listImport(list.id);
  return (
    <>
      <ActionsMenu
        label={`Actions for ${list.name}`}
        actions={[
          { label: 'Import items', onChoose: () => show('import') },
          { label: 'Download workbook', onChoose: () => void exportList(list) },
          { label: 'Delete list', disabled: list.isStandard, onChoose: () => show('delete') },
        ]}
      />
      {shown === 'import' ? <RowImportDialog kind={kind} onClose={() => show(null)} /> : null}
      {shown === 'delete' ? (
        <ConfirmDialog
          title={`Delete ${list.name}?`}
          yes="Delete"
          saving={removal}
          fallback="The list could not be deleted."
          onYes={() => removal.mutate(undefined, { onSuccess: () => void navigate('/settings/lists') })}
          onNo={() => show(null)}
        >
          Its items are deleted too.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
