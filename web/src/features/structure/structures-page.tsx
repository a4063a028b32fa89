import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { Structure } from '@twinward/contracts/records/structure';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useDeleteStructure, useStructures } from './api.ts';
import { StructureDialog } from './structure-dialog.tsx';

const columns: readonly Column<Structure>[] = [
  {
    id: 'caption',
    header: 'Structure',
    width: '28%',
    cell: (one) => (
      <span title={one.name}>
        {one.caption}
        {one.standard ? <Chip size="small" label="Standard" sx={{ ml: 2 }} /> : null}
      </span>
    ),
  },
  {
    id: 'relationships',
    header: 'Relationships, in order',
    wraps: true,
    cell: (one) => one.relationships.map(({ caption }) => caption).join(', '),
  },
  {
    id: 'description',
    header: 'Description',
    wide: true,
    cell: (one) => <span title={one.description}>{one.description || '–'}</span>,
  },
];

/** The structures, which are trees of relationships. Each is edited in a dialog. */
export function StructuresPage(): ReactNode {
  const structures = useStructures();
  const [edited, setEdited] = useState<Structure | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Structure | null>(null);
  return (
    <Page
      title="Structure"
      actions={
        <Button variant="contained" onClick={() => setEdited('new')}>
          Add structure
        </Button>
      }
    >
      <Loaded query={structures} rows={6} fallback="The structures could not be loaded.">
        {({ records }) => (
          <DataTable
            label="Structures"
            columns={columns}
            rows={records}
            rowKey={({ name }) => name}
            onOpen={setEdited}
            actions={{
              label: ({ caption }) => `Actions for ${caption}`,
              of: (one) =>
                one.standard
                  ? [{ label: 'View', onChoose: () => setEdited(one) }]
                  : [
                      { label: 'Edit', onChoose: () => setEdited(one) },
                      { label: 'Delete', onChoose: () => setDeleted(one) },
                    ],
            }}
            sticky
          />
        )}
      </Loaded>
      {edited === null ? null : (
        <StructureDialog structure={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted === null ? null : <DeleteStructure structure={deleted} onClose={() => setDeleted(null)} />}
    </Page>
  );
}

function DeleteStructure({ structure, onClose }: { structure: Structure; onClose: () => void }): ReactNode {
  const remove = useDeleteStructure(structure.name);
  return (
    <ConfirmDialog
      title={`Delete ${structure.caption}?`}
      yes="Delete"
      saving={remove}
      fallback="The structure could not be deleted."
      onYes={() => remove.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      Records and links are not deleted. Users who chose this structure will see the standard structure.
    </ConfirmDialog>
  );
}
