import Stack from '@mui/material/Stack';
import type { RecordTypeSummary } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { useRecordTypes } from '../../shared/api/queries/use-record-types.ts';
import { TypeIcon } from '../../shared/record/type-icon.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { typeRecordsPath } from './record-paths.ts';

const columns: readonly Column<RecordTypeSummary>[] = [
  {
    id: 'caption',
    header: 'Records',
    width: '36%',
    cell: ({ caption, pluralCaption, icon }) => (
      <Stack component="span" direction="row" sx={{ gap: 2, alignItems: 'center', display: 'inline-flex' }}>
        <TypeIcon name={icon} />
        {pluralCaption || caption}
      </Stack>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => <span title={description}>{description || '–'}</span>,
  },
];

/** Lets the user choose one of the readable record types. */
export function TypeChoice(): ReactNode {
  const mayConfigure = useAccess('recordTypes');
  return (
    <Loaded query={useRecordTypes()} rows={6} fallback="The record types could not be loaded.">
      {({ records }) => {
        const types = records.filter(({ isSystem }) => !isSystem);
        if (types.length === 0) return mayConfigure ? <FirstType /> : <NothingToRead />;
        return (
          <DataTable
            label="Record types"
            columns={columns}
            rows={types}
            rowKey={({ name }) => name}
            rowTo={({ name }) => typeRecordsPath(name)}
          />
        );
      }}
    </Loaded>
  );
}

const FirstType = (): ReactNode => (
  <EmptyState
    title="No record types yet."
    hint="A record type defines the fields of its records, such as the thickness and next date of an inspection."
    action={<TextLink to="/settings/recordtypes?new=true">Add record type</TextLink>}
  />
);

/** Shown without readable types; others may exist. */
const NothingToRead = (): ReactNode => (
  <EmptyState
    title="You have no access to records."
    hint="Ask a user administrator to assign record types to you."
  />
);
