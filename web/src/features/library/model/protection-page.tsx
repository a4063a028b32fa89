import type { ModelIndicator } from '@twinward/contracts/library/definition';
import { type ReactNode, useState } from 'react';
import { typeWords } from '../../../shared/protection/type-labels.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { IndicatorEditor } from './indicator-editor.tsx';
import { ModelScreen } from './model-screen.tsx';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

/** `/apps/library/twin-models/:modelId/protection`. `?part=` opens an indicator, or the indicator of a threshold. */
export function ModelProtectionPage(): ReactNode {
  return <ModelScreen>{(draft) => <Protections draft={draft} />}</ModelScreen>;
}

function Protections({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly } = draft;
  const { indicators, failureModes } = model.definition;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ModelIndicator | null>(null);
  const edited = indicators.find(
    ({ id, thresholds }) => id === part || thresholds.some((threshold) => threshold.id === part),
  );
  if (part === 'new' || edited !== undefined) {
    return (
      <IndicatorEditor
        key={edited?.id ?? 'new'}
        draft={draft}
        indicator={edited ?? null}
        onSaved={open}
        onClose={() => open(null)}
      />
    );
  }
  const columns: readonly Column<ModelIndicator>[] = [
    { id: 'name', header: 'Protection', cell: ({ name }) => <span title={name}>{name}</span> },
    { id: 'type', header: 'Type', width: '112px', wide: true, cell: ({ type }) => typeWords[type] },
    {
      id: 'against',
      header: 'Protects against',
      wide: true,
      width: '30%',
      cell: ({ failureModeIds }) =>
        failureModes
          .filter(({ id }) => failureModeIds.includes(id))
          .map(({ name }) => name)
          .join(', ') || '–',
    },
    {
      id: 'thresholds',
      header: 'Thresholds',
      numeric: true,
      width: '112px',
      cell: ({ thresholds }) => formatCount(thresholds.length),
    },
    {
      id: 'level',
      header: 'Highest level',
      numeric: true,
      width: '128px',
      wide: true,
      cell: ({ thresholds, defaultLevel }) =>
        formatCount(Math.max(defaultLevel, ...thresholds.map(({ level }) => level ?? 0))),
    },
    {
      id: 'active',
      header: 'Active',
      width: '88px',
      wide: true,
      cell: ({ active }) => (active ? 'Yes' : 'No'),
    },
  ];
  return (
    <Section
      title="Protections"
      aside={readOnly ? null : <AddButton onClick={() => open('new')}>Add protection</AddButton>}
    >
      {indicators.length === 0 ? (
        <EmptyState
          title="No protections yet."
          hint="A protection watches inputs and raises its level when something is wrong."
        />
      ) : (
        <DataTable
          label="Protections"
          columns={columns}
          rows={indicators}
          rowKey={({ id }) => id}
          onOpen={({ id }) => open(id)}
          {...(readOnly
            ? {}
            : {
                actions: {
                  label: ({ name }: ModelIndicator) => `Actions for ${name}`,
                  of: (indicator: ModelIndicator) => [
                    { label: 'Edit', onChoose: () => open(indicator.id) },
                    { label: 'Delete', onChoose: () => setRemoved(indicator) },
                  ],
                },
              })}
        />
      )}
      {removed === null ? null : (
        <RemovePart draft={draft} list="indicators" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
