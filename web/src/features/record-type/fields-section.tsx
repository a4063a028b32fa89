import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FieldDefinition, maximumFields } from '@twinward/contracts/records/field';
import type { RecordType, RecordTypeUse } from '@twinward/contracts/records/record-type';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { OrderedList } from '../../ui/list/ordered-list.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useRemoveField } from './api.ts';
import { FieldDialog } from './field-dialog.tsx';
import { blankField, moved, placed, type TypeDraft } from './field-draft.ts';
import { kindText } from './type-words.ts';

/** Edits the fields of a type in the order of the form. A field with data is deprecated instead of removed. */
export function FieldsSection({
  type,
  draft,
  use,
  isDirty,
  problems,
  onChange,
}: {
  /** The saved type. */
  type: RecordType;
  draft: TypeDraft;
  /** Undefined while loading. */
  use: RecordTypeUse | undefined;
  isDirty: boolean;
  /** Validation errors by path, such as `fields.0.name`. */
  problems: Record<string, string>;
  onChange: (fields: FieldDefinition[]) => void;
}): ReactNode {
  const [opened, setOpened] = useState<{ field: FieldDefinition; place: number | null } | null>(null);
  const [removed, setRemoved] = useState<FieldDefinition | null>(null);
  const { fields } = draft;
  const isSaved = (field: FieldDefinition): boolean => type.fields.some(({ name }) => name === field.name);
  const findUse = (field: FieldDefinition) => use?.fields.find(({ name }) => name === field.name);
  const holdsData = (field: FieldDefinition): boolean =>
    isSaved(field) && (findUse(field) === undefined || findUse(field)!.records > 0);
  const listActions = (field: FieldDefinition): Action[] => [
    {
      label: field.deprecated ? 'Restore' : 'Deprecate',
      onChoose: () =>
        onChange(placed(fields, fields.indexOf(field), { ...field, deprecated: !field.deprecated })),
    },
    holdsData(field)
      ? {
          label: 'Remove with its values',
          // The command uses the saved type.
          disabled: isDirty || !field.deprecated,
          onChoose: () => setRemoved(field),
        }
      : { label: 'Remove', onChoose: () => onChange(fields.filter((one) => one !== field)) },
  ];
  const open = (field: FieldDefinition): void => setOpened({ field, place: fields.indexOf(field) });
  return (
    <Section
      title={type.isSystem ? 'Further fields' : 'Fields'}
      aside={
        <AddButton
          disabled={fields.length >= maximumFields}
          onClick={() => setOpened({ field: blankField('text'), place: null })}
        >
          Add field
        </AddButton>
      }
    >
      {fields.length === 0 ? (
        <EmptyState title="No fields yet." hint="A field holds one value of a record, such as its date." />
      ) : (
        <OrderedList
          label="Fields"
          items={fields}
          toKey={({ name }) => name}
          toName={({ caption }) => caption}
          listActions={(field) => ({
            first: [{ label: 'Edit', onChoose: () => open(field) }],
            last: listActions(field),
          })}
          onMove={(field, to) => onChange(moved(fields, field, to))}
        >
          {(field) => (
            <FieldFacts
              field={field}
              use={findUse(field)}
              problem={findProblem(problems, fields.indexOf(field))}
              onOpen={() => open(field)}
            />
          )}
        </OrderedList>
      )}
      {opened === null ? null : (
        <FieldDialog
          type={type}
          draft={draft}
          field={opened.field}
          place={opened.place}
          isSaved={isSaved(opened.field)}
          hasFixedKind={holdsData(opened.field)}
          onApply={(field) => onChange(placed(fields, opened.place, field))}
          onClose={() => setOpened(null)}
        />
      )}
      {removed === null ? null : (
        <RemoveField typeName={type.name} field={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}

const findProblem = (problems: Record<string, string>, place: number): string | undefined =>
  Object.entries(problems).find(([path]) => path.startsWith(`fields.${place}.`))?.[1];

function FieldFacts({
  field,
  use,
  problem,
  onOpen,
}: {
  field: FieldDefinition;
  use: RecordTypeUse['fields'][number] | undefined;
  problem: string | undefined;
  onOpen: () => void;
}): ReactNode {
  return (
    <>
      <Box sx={{ flex: 1, minWidth: 0, py: 1 }}>
        <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <Link
            component="button"
            type="button"
            underline="hover"
            onClick={onOpen}
            sx={{ textAlign: 'start', overflowWrap: 'anywhere', font: 'inherit' }}
          >
            {field.caption}
          </Link>
          {field.required ? <Chip size="small" label="Required" /> : null}
          {'unique' in field && field.unique ? <Chip size="small" label="Unique" /> : null}
          {field.deprecated ? <Chip size="small" variant="outlined" label="Deprecated" /> : null}
          {use?.index === 'building' ? (
            <Chip size="small" variant="outlined" label="Index is being built" />
          ) : null}
        </Stack>
        <Muted sx={{ overflowWrap: 'anywhere' }}>
          {[kindText(field), field.section].filter(Boolean).join(' · ')}
        </Muted>
        {problem === undefined ? null : (
          <Typography variant="body2" role="alert" color="error">
            {problem}
          </Typography>
        )}
      </Box>
      <Muted sx={{ width: '24%', overflowWrap: 'anywhere', display: { xs: 'none', md: 'block' } }}>
        {field.name}
      </Muted>
      <Muted sx={{ width: '16%', textAlign: 'right', display: { xs: 'none', md: 'block' } }}>
        {use === undefined ? '' : `${formatCount(use.records)} ${use.records === 1 ? 'value' : 'values'}`}
      </Muted>
    </>
  );
}

function RemoveField({
  typeName,
  field,
  onClose,
}: {
  typeName: string;
  field: FieldDefinition;
  onClose: () => void;
}): ReactNode {
  const remove = useRemoveField(typeName);
  return (
    <ConfirmDialog
      title={`Remove ${field.caption}?`}
      yes="Remove"
      saving={remove}
      fallback="The field could not be removed."
      onYes={() => remove.mutate(field.name, { onSuccess: onClose })}
      onNo={onClose}
    >
      Its values are removed from all records. This cannot be undone.
    </ConfirmDialog>
  );
}
