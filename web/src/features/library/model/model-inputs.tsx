import type { ModelInput } from '@twinward/contracts/library/definition';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { partIn } from './definition.ts';
import { ModelInputDialog } from './model-input-dialog.tsx';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

const columns: readonly Column<ModelInput>[] = [
  { id: 'name', header: 'Input', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'type',
    header: 'Type',
    width: '112px',
    wide: true,
    cell: ({ type }) => (type === 'work' ? 'Work' : 'Data points'),
  },
  { id: 'unit', header: 'Unit', width: '88px', cell: ({ unit }) => unit ?? '–' },
  {
    id: 'keywords',
    header: 'Keywords',
    wide: true,
    width: '28%',
    cell: ({ keywords }) => keywords.join(', ') || '–',
  },
  {
    id: 'pattern',
    header: 'Tag name pattern',
    wide: true,
    width: '22%',
    cell: ({ tagNamePattern }) => tagNamePattern ?? '–',
  },
];

/** The inputs of a model, which are mapped to the tags of each asset. */
export function ModelInputs({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly } = draft;
  const { tagAliases } = model.definition;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ModelInput | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const edited = typeof part === 'number' ? partIn(model.definition, 'tagAliases', part) : undefined;
  const close = () => {
    setIsAdding(false);
    if (part !== null) open(null);
  };
  return (
    <Section
      title="Inputs"
      aside={readOnly ? null : <AddButton onClick={() => setIsAdding(true)}>New input</AddButton>}
    >
      {tagAliases.length === 0 ? (
        <EmptyState
          title="No inputs yet."
          hint="Inputs name the signals that protections and calculations use. On each asset they are mapped to its tags."
        />
      ) : (
        <DataTable
          label="Inputs"
          columns={columns}
          rows={tagAliases}
          rowKey={({ id }) => id}
          onOpen={({ id }) => open(id)}
          {...(readOnly
            ? {}
            : {
                actions: {
                  label: ({ name }: ModelInput) => `Actions for ${name}`,
                  of: (input: ModelInput) => [
                    { label: 'Edit', onChoose: () => open(input.id) },
                    { label: 'Delete', onChoose: () => setRemoved(input) },
                  ],
                },
              })}
        />
      )}
      {isAdding || edited !== undefined ? (
        <ModelInputDialog
          key={edited?.id ?? 'new'}
          draft={draft}
          input={isAdding ? null : (edited ?? null)}
          onClose={close}
        />
      ) : null}
      {removed === null ? null : (
        <RemovePart draft={draft} list="tagAliases" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
