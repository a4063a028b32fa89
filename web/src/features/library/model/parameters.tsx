import type { ParameterDeclaration } from '@twinward/contracts/twins/parameter';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatDuration, formatExact } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { partIn } from './definition.ts';
import { ParameterDialog } from './parameter-dialog.tsx';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

const defaultText = (value: ParameterDeclaration['default']): string =>
  value === null ? '–' : typeof value === 'number' ? formatExact(value) : formatDuration(value);

function formatRange({ minimum, maximum }: ParameterDeclaration): string {
  if (minimum === null) return maximum === null ? 'Any' : `Up to ${formatExact(maximum)}`;
  return maximum === null
    ? `From ${formatExact(minimum)}`
    : `${formatExact(minimum)} to ${formatExact(maximum)}`;
}

const columns: readonly Column<ParameterDeclaration>[] = [
  { id: 'name', header: 'Parameter', cell: ({ name }) => `{${name}}` },
  {
    id: 'description',
    header: 'Description',
    wide: true,
    wraps: true,
    cell: ({ description }) => description || '–',
  },
  {
    id: 'unit',
    header: 'Unit',
    width: '112px',
    wide: true,
    cell: ({ kind, unit }) => (kind === 'interval' ? 'Interval' : (unit ?? '–')),
  },
  {
    id: 'range',
    header: 'Range',
    numeric: true,
    width: '160px',
    wide: true,
    cell: formatRange,
  },
  {
    id: 'default',
    header: 'Default',
    numeric: true,
    width: '120px',
    cell: (parameter) => defaultText(parameter.default),
  },
];

/** The parameters of a model, whose values differ by twin. Logic and texts refer to them in braces. */
export function Parameters({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly } = draft;
  const { parameters } = model.definition;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ParameterDeclaration | null>(null);
  const edited = typeof part === 'number' ? partIn(model.definition, 'parameters', part) : undefined;
  return (
    <Section
      title="Parameters"
      aside={readOnly ? null : <AddButton onClick={() => open('new')}>Add parameter</AddButton>}
    >
      {parameters.length === 0 ? (
        <EmptyState
          title="No parameters yet."
          hint="A parameter is a value that differs by asset, such as a trip limit. Use it in logic in braces, as in [Vibration] > {trip}. Each twin has its own value."
        />
      ) : (
        <DataTable
          label="Parameters"
          columns={columns}
          rows={parameters}
          rowKey={({ id }) => id}
          onOpen={({ id }) => open(id)}
          {...(readOnly
            ? {}
            : {
                actions: {
                  label: ({ name }: ParameterDeclaration) => `Actions for ${name}`,
                  of: (parameter: ParameterDeclaration) => [
                    { label: 'Edit', onChoose: () => open(parameter.id) },
                    { label: 'Delete', onChoose: () => setRemoved(parameter) },
                  ],
                },
              })}
        />
      )}
      {part === 'new' || edited !== undefined ? (
        <ParameterDialog key={part} draft={draft} parameter={edited ?? null} onClose={() => open(null)} />
      ) : null}
      {removed === null ? null : (
        <RemovePart draft={draft} list="parameters" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
