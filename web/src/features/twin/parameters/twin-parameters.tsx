import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ParameterUse, TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { type ReactNode, useState } from 'react';
import { calculatedTagPath, protectionEditPath } from '../../../shared/address/paths.ts';
import { useTwinParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ParameterValue } from '../../../shared/twin/parameter-value.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { DeleteParameter } from './delete-parameter.tsx';
import { ParameterDialog } from './parameter-dialog.tsx';

/** The parameters of a twin (constants for logic and texts), with their uses. */
export function TwinParametersSection({ twinId }: { twinId: number }): ReactNode {
  const found = useTwinParameters(twinId);
  const mayWrite = useAccess('write:twin');
  const [edited, setEdited] = useState<TwinParameter | 'new' | null>(null);
  const [deleted, setDeleted] = useState<TwinParameter | null>(null);
  const saved = found.data;
  return (
    <Section
      title="Parameters"
      aside={mayWrite && saved ? <AddButton onClick={() => setEdited('new')}>Add parameter</AddButton> : null}
    >
      <Loaded query={found} fallback="The parameters could not be loaded.">
        {(record) =>
          record.parameters.length === 0 ? (
            <EmptyState
              title="No parameters yet."
              hint="A parameter is a value of this machine that logic can use, such as a trip limit: [Vibration] > {trip}."
              action={
                mayWrite ? (
                  <Button variant="outlined" onClick={() => setEdited('new')}>
                    Add the first parameter
                  </Button>
                ) : null
              }
            />
          ) : (
            <ParameterTable
              twinId={twinId}
              record={record}
              mayWrite={mayWrite}
              onEdit={setEdited}
              onDelete={setDeleted}
            />
          )
        }
      </Loaded>
      {edited === null || saved === undefined ? null : (
        <ParameterDialog
          twinId={twinId}
          record={saved}
          name={edited === 'new' ? null : edited.name}
          readOnly={!mayWrite}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null || saved === undefined ? null : (
        <DeleteParameter
          twinId={twinId}
          record={saved}
          name={deleted.name}
          onClose={() => setDeleted(null)}
        />
      )}
    </Section>
  );
}

function ParameterTable({
  twinId,
  record: { parameters, uses },
  mayWrite,
  onEdit,
  onDelete,
}: {
  twinId: number;
  record: TwinParameters;
  mayWrite: boolean;
  onEdit(parameter: TwinParameter): void;
  onDelete(parameter: TwinParameter): void;
}): ReactNode {
  const findUses = ({ name }: TwinParameter) => uses.filter(({ parameter }) => parameter === name);
  const columns: readonly Column<TwinParameter>[] = [
    {
      id: 'name',
      header: 'Parameter',
      wraps: true,
      cell: ({ name, description }) => (
        <Box component="span" sx={{ display: 'block', textAlign: 'left' }}>
          {name}
          {description === '' ? null : (
            <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
              {description}
            </Box>
          )}
        </Box>
      ),
    },
    {
      id: 'value',
      header: 'Value',
      numeric: true,
      width: '28%',
      wraps: true,
      cell: (parameter) => <ParameterValue parameter={parameter} />,
    },
    {
      id: 'uses',
      header: 'Used by',
      width: '36%',
      wide: true,
      wraps: true,
      cell: (parameter) => <Uses twinId={twinId} uses={findUses(parameter)} />,
    },
  ];
  return (
    <DataTable
      label="Parameters"
      columns={columns}
      rows={parameters}
      rowKey={({ name }) => name}
      onOpen={onEdit}
      {...(mayWrite
        ? {
            actions: {
              label: ({ name }: TwinParameter) => `Actions for ${name}`,
              of: (parameter: TwinParameter) => [
                { label: 'Edit', onChoose: () => onEdit(parameter) },
                {
                  label: 'Delete',
                  disabled: findUses(parameter).length > 0,
                  onChoose: () => onDelete(parameter),
                },
              ],
            },
          }
        : {})}
    />
  );
}

function Uses({ twinId, uses }: { twinId: number; uses: readonly ParameterUse[] }): ReactNode {
  if (uses.length === 0) return '–';
  return uses.map(({ type, id, name }) => (
    <Box component="span" key={`${type} ${id}`} sx={{ display: 'block' }}>
      <TextLink to={type === 'protection' ? protectionEditPath(id) : calculatedTagPath(twinId, id)}>
        {name}
      </TextLink>
    </Box>
  ));
}
