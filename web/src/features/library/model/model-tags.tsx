import type { ModelTag } from '@twinward/contracts/library/definition';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { partIn } from './definition.ts';
import { ModelTagDialog } from './model-tag-dialog.tsx';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

const columns: readonly Column<ModelTag>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span title={name}>{name}</span> },
  { id: 'caption', header: 'Caption', width: '24%', wide: true, cell: ({ caption }) => caption || '–' },
  { id: 'unit', header: 'Unit', width: '88px', cell: ({ unit }) => unit ?? '–' },
  { id: 'logic', header: 'Logic', width: '36%', wide: true, cell: ({ logic }) => <code>{logic}</code> },
];

/** The calculated tags of a model; each twin gets its own. */
export function ModelTags({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly } = draft;
  const { tags } = model.definition;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ModelTag | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const edited = typeof part === 'number' ? partIn(model.definition, 'tags', part) : undefined;
  const close = () => {
    setIsAdding(false);
    if (part !== null) open(null);
  };
  return (
    <Section
      title="Calculated tags"
      aside={readOnly ? null : <AddButton onClick={() => setIsAdding(true)}>New calculated tag</AddButton>}
    >
      {tags.length === 0 ? (
        <EmptyState
          title="No calculated tags yet."
          hint="A calculated tag is a signal computed from other tags, such as a mean, a difference or an efficiency."
        />
      ) : (
        <DataTable
          label="Calculated tags"
          columns={columns}
          rows={tags}
          rowKey={({ id }) => id}
          onOpen={({ id }) => open(id)}
          {...(readOnly
            ? {}
            : {
                actions: {
                  label: ({ name }: ModelTag) => `Actions for ${name}`,
                  of: (tag: ModelTag) => [
                    { label: 'Edit', onChoose: () => open(tag.id) },
                    { label: 'Delete', onChoose: () => setRemoved(tag) },
                  ],
                },
              })}
        />
      )}
      {isAdding || edited !== undefined ? (
        <ModelTagDialog
          key={edited?.id ?? 'new'}
          draft={draft}
          tag={isAdding ? null : (edited ?? null)}
          onClose={close}
        />
      ) : null}
      {removed === null ? null : (
        <RemovePart draft={draft} list="tags" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
