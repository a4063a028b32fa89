import type { RecordType, SystemField } from '@twinward/contracts/records/record-type';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { kindLabels } from './type-words.ts';

const columns: readonly Column<SystemField>[] = [
  { id: 'caption', header: 'Field', width: '34%', cell: ({ caption }) => caption },
  { id: 'name', header: 'Identifier', wide: true, cell: ({ name }) => name },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindLabels[kind] },
];

/** The built-in fields of a system type, read-only. */
export const SystemFields = ({ type }: { type: RecordType }): ReactNode => (
  <Section title="Built-in fields">
    <DataTable
      label="Built-in fields"
      columns={columns}
      rows={type.systemFields}
      rowKey={({ name }) => name}
    />
  </Section>
);
