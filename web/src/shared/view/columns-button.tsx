import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import type { ListControl } from '../address/list-address.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { type ColumnChoices, columnsName, ownName, shownColumns } from './shown-columns.ts';

/** Chooses the columns of a list, which are kept in the URL. */
export function ColumnsButton({
  choices,
  columns,
  setFilters,
}: {
  choices: ColumnChoices;
  /** The columns as encoded in the URL. */
  columns: string | undefined;
  setFilters: ListControl<string>['setFilters'];
}): ReactNode {
  const [isChoosing, setIsChoosing] = useState(false);
  const [first, ...others] = choices.own;
  return (
    <>
      <Button onClick={() => setIsChoosing(true)}>Columns</Button>
      {isChoosing ? (
        <ColumnsDialog
          label={`Columns after ${first?.header}`}
          mayBeEmpty
          choices={[
            ...others.map(({ id, header }) => ({ value: ownName(id), label: header })),
            ...choices.listed.map(({ name, caption }) => ({ value: name, label: caption })),
          ]}
          chosen={shownColumns(choices, columns)
            .slice(1)
            .map((column) => ('own' in column ? ownName(column.own) : column.field.name))}
          onApply={(chosen) =>
            setFilters({ [columnsName]: [...(first ? [ownName(first.id)] : []), ...chosen].join(',') })
          }
          onReset={() => setFilters({ [columnsName]: undefined })}
          onClose={() => setIsChoosing(false)}
        />
      ) : null}
    </>
  );
}
