import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { type ReactNode, useState } from 'react';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useUpdateList } from './api.ts';
import { ItemDialog } from './item-dialog.tsx';
import { ItemList } from './item-list.tsx';
import { type DraftItem, listTexts, moved, newItem, toChange, toListDraft, withItem } from './list-draft.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

/** Maximum number of items shown. Others are found by search. */
const mostShown = 500;

/** Edits description, categories and items of a list, which are saved as a whole. */
export function ListForm({ list }: { list: EditedList }): ReactNode {
  const update = useUpdateList(list.id);
  const edit = useVersioned({
    what: 'The list',
    record: list,
    toDraft: toListDraft,
    texts: listTexts,
    send: (draft, base) => update.mutateAsync(toChange(draft, base)),
    // Not reversible if an item was removed, since it would get another id.
    isReversible: ({ items }, { configuration }) =>
      configuration.items.every(({ id }) => items.some(({ key }) => key === id)),
  });
  const { draft, change, base } = edit;
  const guard = useUnsavedGuard(edit.isDirty);
  const [category, setCategory] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<DraftItem | null>(null);
  const [replaced, setReplaced] = useState<DraftItem | null>(null);
  const shownCategory = draft.categories.includes(category ?? '') ? category : (draft.categories[0] ?? null);
  const words = search.trim().toLowerCase();
  const ofCategory = draft.items.filter((item) => item.category === shownCategory);
  const matching = ofCategory.filter(({ value, caption, description }) =>
    `${value} ${caption} ${description}`.toLowerCase().includes(words),
  );
  const countUses = ({ key }: DraftItem): number =>
    list.uses.reduce((sum, use) => (use.itemId === key ? sum + use.count : sum), 0);
  const listActions = (item: DraftItem): Action[] => [
    {
      label: item.isDeprecated ? 'Restore' : 'Deprecate',
      onChoose: () =>
        change({
          items: withItem(draft.items, {
            ...item,
            isDeprecated: !item.isDeprecated,
            default: item.isDeprecated && item.default,
          }),
        }),
    },
    {
      label: 'Replace',
      // Changes records at once, so the list must be saved first.
      disabled: edit.isDirty || ofCategory.length < 2,
      onChoose: () => setReplaced(item),
    },
    {
      label: 'Delete',
      disabled: item.isStandard || countUses(item) > 0,
      onChoose: () => change({ items: draft.items.filter(({ key }) => key !== item.key) }),
    },
  ];
  return (
    <Box
      component="form"
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void edit.save();
      }}
    >
      <Stack spacing={4}>
        <Box sx={{ maxWidth: 720 }}>
          <Field
            label="Description"
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Box>
        {list.isStandard ? null : (
          <Categories
            categories={draft.categories}
            used={new Set(draft.items.map((item) => item.category))}
            hasItems={draft.items.length > 0}
            onChange={(categories) => change({ categories })}
          />
        )}
        <Section title="Items">
          <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'flex-end', pb: 3 }}>
            {draft.categories.length > 0 ? (
              <Box sx={{ width: 200 }}>
                <SelectField
                  label="Category"
                  choices={draft.categories.map((name) => ({ value: name, label: name }))}
                  value={shownCategory ?? ''}
                  onChange={(event) => setCategory(event.target.value)}
                />
              </Box>
            ) : null}
            {ofCategory.length > 10 ? (
              <SearchField label="Search items" value={search} onChange={setSearch} />
            ) : null}
            {list.hasFixedItems ? null : (
              <AddButton
                variant="outlined"
                onClick={() => setOpened(newItem(list, draft.items, shownCategory))}
              >
                Add item
              </AddButton>
            )}
          </Stack>
          {list.hasFixedItems ? (
            <Muted sx={{ pb: 2 }}>
              The codes come from a standard and cannot be changed. Captions and descriptions can be edited;
              items can be deprecated or replaced.
            </Muted>
          ) : null}
          {ofCategory.length === 0 ? (
            <EmptyState title="No items yet." hint="Add one, or import a file of items." />
          ) : (
            <ItemList
              list={list}
              items={matching.slice(0, mostShown)}
              listActions={listActions}
              onOpen={setOpened}
              onMove={(key, to) => change({ items: moved(draft.items, key, to) })}
            />
          )}
          {matching.length > mostShown ? (
            <Typography variant="body2" sx={{ pt: 2 }}>
              Only the first {mostShown} items are shown. Use the search to find others.
            </Typography>
          ) : null}
        </Section>
        <FormFoot
          label="Save list"
          busy={edit.isSaving}
          dirty={edit.isDirty}
          saved={update.isSuccess}
          error={edit.failure}
          fallback="The list could not be saved."
        />
      </Stack>
      {opened === null ? null : (
        <ItemDialog
          list={base}
          item={opened}
          items={draft.items}
          categories={draft.categories}
          uses={countUses(opened)}
          onApply={(item) => change({ items: withItem(draft.items, item) })}
          onClose={() => setOpened(null)}
        />
      )}
      {replaced === null ? null : (
        <ReplaceDialog list={base} item={replaced} onClose={() => setReplaced(null)} />
      )}
      {edit.dialog}
      {guard.dialog}
    </Box>
  );
}

/** A field for the categories of a list, separated by commas. A category with items can't be removed. */
function Categories({
  categories,
  used,
  hasItems,
  onChange,
}: {
  categories: readonly string[];
  used: ReadonlySet<string | null>;
  hasItems: boolean;
  onChange(categories: string[]): void;
}): ReactNode {
  const [text, setText] = useState(categories.join(', '));
  const named = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const lost = categories.filter((name) => used.has(name) && !named.includes(name));
  const isFirst = categories.length === 0 && hasItems && named.length > 0;
  const problem =
    lost.length > 0
      ? `${lost.join(', ')}: move or delete the items first.`
      : isFirst
        ? 'The existing items have no category. Delete them first, or import them with categories.'
        : undefined;
  const settle = (): void => {
    if (problem === undefined && named.join() !== categories.join()) onChange(named);
  };
  return (
    <Box sx={{ maxWidth: 720 }}>
      <Field
        label="Categories"
        hint="Separate with commas, for example SAP, MAXIMO. Leave empty for a list without categories."
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
        onBlur={settle}
      />
    </Box>
  );
}
