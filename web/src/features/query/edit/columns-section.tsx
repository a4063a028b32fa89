import Link from '@mui/material/Link';
import { maximumColumns, type QueryColumn } from '@twinward/contracts/questions/query-definition';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { OrderedList } from '../../../ui/list/ordered-list.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { sourceType } from '../catalogue.ts';
import { ColumnDialog } from './column-dialog.tsx';
import { columnCaption, columnNote, moved, withColumn, withoutColumn } from './definition.ts';
import type { EditProps } from './edit-props.ts';

/** Edits the ordered columns of the result. */
export function ColumnsSection({ types, definition, onChange }: EditProps): ReactNode {
  const [opened, open] = useState<QueryColumn | 'new' | null>(null);
  const { columns } = definition;
  const from = sourceType(types, definition.source);
  const toName = (column: QueryColumn): string => columnCaption(types, from, column);
  const isInGroups = isGrouped(definition.columns);
  if (from === undefined) return null;
  return (
    <Section
      title="Columns"
      aside={
        <AddButton disabled={columns.length >= maximumColumns} onClick={() => open('new')}>
          Add column
        </AddButton>
      }
    >
      {columns.length === 0 ? (
        <EmptyState title="No columns yet." hint="A column shows a field, groups by it, or adds it up." />
      ) : (
        <OrderedList
          label="Columns"
          items={columns}
          toKey={({ key }) => key}
          toName={toName}
          listActions={(column) => ({
            first: [{ label: 'Edit', onChoose: () => open(column) }],
            last: [{ label: 'Remove', onChoose: () => onChange(withoutColumn(definition, column.key)) }],
          })}
          onMove={(column, to) => onChange({ ...definition, columns: moved(columns, column, to) })}
        >
          {(column) => (
            <>
              <Link
                component="button"
                type="button"
                color="inherit"
                underline="hover"
                onClick={() => open(column)}
                sx={{ textAlign: 'left', overflowWrap: 'anywhere', fontSize: '0.8125rem' }}
              >
                {toName(column)}
              </Link>
              <Muted sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>{columnNote(column, isInGroups)}</Muted>
            </>
          )}
        </OrderedList>
      )}
      {opened === null ? null : (
        <ColumnDialog
          types={types}
          from={from}
          others={columns.filter((column) => column !== opened)}
          column={opened === 'new' ? null : opened}
          toName={toName}
          onSave={(column) => onChange(withColumn(definition, column))}
          onClose={() => open(null)}
        />
      )}
    </Section>
  );
}
