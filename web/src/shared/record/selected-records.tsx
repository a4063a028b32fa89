import Button from '@mui/material/Button';
import type { FieldChanges } from '@twinward/contracts/records/field';
import { isSystemType, type RecordType, type SystemType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { BulkProgress } from '../command/bulk-progress.tsx';
import { maximumSelected, useBulkChange } from './bulk-change.ts';
import { BulkDialog, bulkFields } from './bulk-dialog.tsx';

/** The consequences of deleting records of each system type. */
const consequences: Record<SystemType, string> = {
  asset: 'Their tags are kept. Assets with a twin or with child assets are not deleted.',
  twin: 'Their inputs, protections, excursions, failure modes and activities are deleted. The assets, tags and points are kept.',
  tag: 'Their points are deleted. Tags in use are not deleted.',
  protection: 'Their excursions are deleted.',
  advisory: 'Only drafts are deleted.',
  'risk-analysis': 'Their probabilities, costs and options are deleted. The assets are kept.',
  work: 'Protections that depend on their completion are evaluated again.',
  'failure-mode': 'Their probabilities and consequences are deleted too. The protections are kept.',
  activity: 'They are removed from the actions of thresholds.',
};
const ofCustomType = 'Their files are deleted too. Records that are referenced by others are not deleted.';

/**
 * The bar of the selected records of a list, with buttons to set fields and to delete, in addition to the list's own
 * actions. Users who may not write records of the type see only the latter.
 */
export function SelectedRecords<Row extends { id: number }>({
  type,
  label,
  chosen,
  listed,
  most = maximumSelected,
  onChosen,
  actions,
  children,
}: {
  type: string;
  label: string;
  chosen: readonly Row[];
  /** The rows of the current page. */
  listed: readonly Row[];
  /** Maximum number of records for the list's own actions. */
  most?: number;
  onChosen: (chosen: readonly Row[]) => void;
  actions?: ReactNode;
  /** Dialogs, errors and progress of the list's own actions. */
  children?: ReactNode;
}): ReactNode {
  const recordType = useRecordType(type).data;
  const bulk = useBulkChange(type);
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const mayWrite = recordType?.mayWrite === true;
  const isTooMany = chosen.length > maximumSelected;
  const start = (change: { fields: FieldChanges } | { delete: true }): void =>
    bulk.mutate(
      { ids: chosen.map(({ id }) => id), ...change },
      {
        onSuccess: () => {
          setAsked(null);
          onChosen([]);
        },
      },
    );
  const close = (): void => {
    setAsked(null);
    bulk.reset();
  };
  return (
    <SelectionBar
      label={label}
      chosen={chosen}
      listed={listed}
      most={most}
      onChosen={onChosen}
      actions={
        <>
          {actions}
          {mayWrite && bulkFields(recordType).length > 0 ? (
            <Button disabled={isTooMany} onClick={() => setAsked('change')}>
              {recordType.isSystem ? 'Set further fields' : 'Change'}
            </Button>
          ) : null}
          {mayWrite ? (
            <Button disabled={isTooMany} onClick={() => setAsked('delete')}>
              Delete
            </Button>
          ) : null}
        </>
      }
    >
      {children}
      {bulk.data === undefined ? null : <BulkProgress commandId={bulk.data.commandId} />}
      {asked === 'change' && mayWrite ? (
        <BulkDialog
          type={recordType}
          title={`Change ${counted(recordType, chosen.length)}`}
          saving={bulk}
          onSave={(fields) => start({ fields })}
          onClose={close}
        />
      ) : null}
      {asked === 'delete' && mayWrite ? (
        <ConfirmDialog
          title={`Delete ${counted(recordType, chosen.length)}?`}
          yes="Delete"
          saving={bulk}
          fallback="The records could not be deleted."
          onYes={() => start({ delete: true })}
          onNo={close}
        >
          {isSystemType(type) ? consequences[type] : ofCustomType}
        </ConfirmDialog>
      ) : null}
    </SelectionBar>
  );
}

function counted({ isSystem, caption, pluralCaption }: RecordType, count: number): string {
  const [one, several] = isSystem
    ? [caption.toLowerCase(), pluralCaption.toLowerCase()]
    : ['record', 'records'];
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
