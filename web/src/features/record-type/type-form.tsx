import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { newRecordType, type RecordType } from '@twinward/contracts/records/record-type';
import { typeProblems } from '@twinward/domain/records/check-type';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { iconChoices } from '../../shared/record/type-icon.tsx';
import { asTyped, type FieldTexts } from '../../ui/dialogs/merge.ts';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTypeUse, useUpdateType } from './api.ts';
import { type TypeDraft, toTypeDraft } from './field-draft.ts';
import { FieldsSection } from './fields-section.tsx';
import { StatesSection } from './states-section.tsx';
import { SystemFields } from './system-fields.tsx';

const texts = ['caption', 'pluralCaption', 'description', 'titleTemplate'] as const;
const rules = schemaRules(newRecordType.shape, texts);

const joinCaptions = (items: readonly { caption: string }[]): string =>
  items.map(({ caption }) => caption).join(', ');
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Labels and formats of the fields in the conflict dialog. */
const fieldTexts: FieldTexts<TypeDraft> = {
  caption: { label: 'Caption', text: asTyped },
  pluralCaption: { label: 'Plural', text: asTyped },
  description: { label: 'Description', text: asTyped },
  icon: { label: 'Icon', text: asTyped },
  restricted: { label: 'Restricted', text: yesOrNo },
  deprecated: { label: 'Deprecated', text: yesOrNo },
  titleTemplate: { label: 'Title', text: asTyped },
  states: { label: 'States', text: joinCaptions },
  transitions: { label: 'Steps', text: joinCaptions },
  fields: { label: 'Fields', text: joinCaptions },
};

/** Edits properties, fields and states of a type, saved as a whole. System types allow only further fields. */
export function TypeForm({ type }: { type: RecordType }): ReactNode {
  const update = useUpdateType(type.name);
  const use = useTypeUse(type.name).data;
  const edit = useVersioned({
    what: 'The record type',
    record: type,
    toDraft: toTypeDraft,
    texts: fieldTexts,
    send: (draft, base) => update.mutateAsync({ ...draft, version: base.version }),
    // Not reversible if a field was added, since it must be deprecated before it is removed.
    isReversible: ({ fields }, base) =>
      fields.every(({ name }) => base.fields.some((field) => field.name === name)),
  });
  const { draft, change, base } = edit;
  const guard = useUnsavedGuard(edit.isDirty);
  const [isTried, setIsTried] = useState(false);
  const own = typeProblems(draft);
  const problems: Record<string, string> = {
    ...Object.fromEntries(own.map(({ path, message }) => [path, message])),
    ...fieldMessages(draft, rules),
  };
  const shown = isTried ? problems : {};
  return (
    <Box
      component="form"
      noValidate
      autoComplete="off"
      aria-label="Record type"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (Object.keys(problems).length === 0) void edit.save();
      }}
    >
      <Stack spacing={5}>
        {type.isSystem ? (
          <SystemFields type={type} />
        ) : (
          <Properties draft={draft} problems={shown} change={change} />
        )}
        <FieldsSection
          type={base}
          draft={draft}
          use={use}
          isDirty={edit.isDirty}
          problems={shown}
          onChange={(fields) => change({ fields })}
        />
        {type.isSystem ? null : <StatesSection draft={draft} onChange={change} />}
        <Box>
          {use === undefined || type.isSystem ? null : (
            <Box sx={{ pb: 2 }}>
              <TextLink to={`/tools/records?type=${encodeURIComponent(type.name)}`} variant="body2">
                {formatCount(use.records)} {use.records === 1 ? 'record' : 'records'}
              </TextLink>
            </Box>
          )}
          <FormFoot
            label="Save record type"
            busy={edit.isSaving}
            dirty={edit.isDirty}
            saved={update.isSuccess}
            error={edit.failure ?? Object.values(shown)[0]}
            fallback="The record type could not be saved."
          />
        </Box>
      </Stack>
      {edit.dialog}
      {guard.dialog}
    </Box>
  );
}

function Properties({
  draft,
  problems,
  change,
}: {
  draft: TypeDraft;
  problems: Readonly<Record<string, string | undefined>>;
  change: (change: Partial<TypeDraft>) => void;
}): ReactNode {
  const bound = bindFields({ draft, problems, change });
  return (
    <Box sx={{ maxWidth: 880, display: 'grid', rowGap: 4 }}>
      <FieldGrid gap={4} columnGap={6}>
        <Field label="Caption" required {...bound.text('caption')} />
        <Field
          label="Plural"
          hint="Title of the list. Leave empty to use the caption."
          {...bound.text('pluralCaption')}
        />
        <SelectField
          label="Icon"
          choices={[{ value: '', label: 'None' }, ...iconChoices]}
          {...bound.text('icon')}
        />
        <Field
          label="Title"
          hint="Name shown for a record, for example {number} {place}. Leave empty to use the first text field."
          spellCheck={false}
          {...bound.text('titleTemplate')}
        />
      </FieldGrid>
      <Field label="Description" multiline minRows={2} {...bound.text('description')} />
      <Stack sx={{ alignItems: 'flex-start' }}>
        <SwitchField
          label="Restricted: only users with this type assigned can read its records"
          {...bound.toggle('restricted')}
        />
        <SwitchField label="Deprecated: no new records can be added" {...bound.toggle('deprecated')} />
      </Stack>
    </Box>
  );
}
