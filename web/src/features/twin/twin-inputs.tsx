import Box from '@mui/material/Box';
import type { TagAlias } from '@twinward/contracts/twin';
import type { ReactNode } from 'react';
import { explorePath } from '../../app/twin-tabs.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { useTwinTagAliases } from './api/get-twin-tag-aliases.ts';

/** The twin's inputs with their latest values; each leads to its signal. */
export function TwinInputs({ twinId }: { twinId: number }): ReactNode {
  const aliases = useTwinTagAliases(twinId);
  const columns: readonly Column<TagAlias>[] = [
    {
      id: 'name',
      header: 'Input',
      cell: (alias) =>
        alias.mappedTagId === null || alias.type === 'work' ? (
          <span title="Mapped to no signal">{alias.name}</span>
        ) : (
          <TextLink to={explorePath(twinId, alias.mappedTagId)} title={alias.mappedTagName ?? ''}>
            {alias.name}
          </TextLink>
        ),
    },
    {
      id: 'value',
      header: 'Latest',
      numeric: true,
      width: '32%',
      cell: (alias) =>
        alias.latestValue === null ? '–' : `${formatNumber(alias.latestValue)} ${alias.unit ?? ''}`.trim(),
    },
    {
      id: 'time',
      header: 'At',
      numeric: true,
      width: '36%',
      cell: (alias) => <Time value={alias.latestTime} />,
    },
  ];
  return (
    <Section title="Inputs">
      <Loaded query={aliases} fallback="The inputs could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState title="No inputs yet." hint="Inputs name the signals that protections watch." />
          ) : (
            <Box sx={{ maxHeight: 360, overflowY: 'auto' }}>
              <DataTable label="Inputs" columns={columns} rows={records} rowKey={(alias) => alias.id} />
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
}
