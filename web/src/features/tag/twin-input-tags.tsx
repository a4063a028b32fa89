import type { TagAlias } from '@twinward/contracts/tag-alias';
import type { ReactNode } from 'react';
import { useTwinTagAliases } from '../../app/queries/use-twin-tag-aliases.ts';
import { explorePath } from '../../app/twin-tabs.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { latestColumns } from './latest-columns.tsx';

/** The inputs of a twin, the tags behind them and what these say now. */
export function TwinInputTags({ twinId }: { twinId: number }): ReactNode {
  const aliases = useTwinTagAliases(twinId);
  return (
    <Section title="Inputs">
      <Loaded query={aliases} rows={8} fallback="The inputs could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No inputs yet."
              hint="Inputs name the signals that protections and calculations use."
            />
          ) : (
            <DataTable
              label="Inputs"
              columns={columnsOf(twinId)}
              rows={records}
              rowKey={(alias) => alias.id}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

const columnsOf = (twinId: number): Column<TagAlias>[] => [
  { id: 'name', header: 'Input', cell: ({ name }) => name },
  {
    id: 'tag',
    header: 'Tag',
    cell: ({ type, mappedTagId, mappedTagName }) => {
      if (mappedTagId === null) return 'None';
      if (type === 'work') return mappedTagName;
      return <TextLink to={explorePath(twinId, mappedTagId)}>{mappedTagName}</TextLink>;
    },
  },
  { id: 'description', header: 'Description', wide: true, cell: ({ description }) => description },
  ...latestColumns,
];
