import Stack from '@mui/material/Stack';
import { type FieldDefinition, type FieldKind, fieldKinds } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { getKind } from '@twinward/domain/records/kinds';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { ConditionField } from './condition-field.tsx';
import { fieldProblems, type TypeDraft, toIdentifier, withKind } from './field-draft.ts';
import { KindFields } from './kind-fields.tsx';
import { kindLabels } from './type-words.ts';

const kindChoices = fieldKinds.map((value) => ({ value, label: kindLabels[value] }));

/** Edits a field of a type. The type is saved as a whole. */
export function FieldDialog({
  type,
  draft: ofType,
  field,
  place,
  isSaved,
  hasFixedKind,
  onApply,
  onClose,
}: {
  type: RecordType;
  draft: TypeDraft;
  field: FieldDefinition;
  /** Index in the fields of the draft; null for a new field. */
  place: number | null;
  /** Whether the field is saved; its identifier is then fixed. */
  isSaved: boolean;
  /** Whether the kind is fixed, since records have values of the field. */
  hasFixedKind: boolean;
  onApply: (field: FieldDefinition) => void;
  onClose: () => void;
}): ReactNode {
  const form = useDraft(field, (draft) => fieldProblems(ofType, draft, place));
  const { draft, problems, set } = form;
  // The identifier of a new field is derived from its caption until the user types one.
  const [isNamed, setIsNamed] = useState(field.name !== '');
  const change = (part: object): void => set({ ...draft, ...part } as FieldDefinition);
  const isEntered = getKind(draft.kind).isEntered;
  const apply = (): void => {
    onApply({ ...draft, caption: draft.caption.trim(), section: draft.section.trim() });
    onClose();
  };
  return (
    <FormDialog
      title={place === null ? 'New field' : field.caption}
      action="OK"
      form={form}
      onSubmit={apply}
      spacing={4}
      onClose={onClose}
    >
      <FieldGrid columnGap={4}>
        <Field
          label="Caption"
          required
          value={draft.caption}
          error={problems.caption}
          onChange={({ target }) =>
            change({
              caption: target.value,
              ...(isNamed ? {} : { name: toIdentifier(target.value) }),
            })
          }
        />
        <Field
          label="Identifier"
          hint={
            isSaved
              ? 'Cannot be changed.'
              : 'Name of the field in files, filters and templates. Cannot be changed later.'
          }
          required
          spellCheck={false}
          readOnly={isSaved}
          value={draft.name}
          error={problems.name}
          onChange={({ target }) => {
            setIsNamed(true);
            change({ name: target.value });
          }}
        />
        <SelectField
          label={hasFixedKind ? 'Kind (fixed while records have values)' : 'Kind'}
          choices={kindChoices}
          value={draft.kind}
          disabled={hasFixedKind}
          onChange={({ target }) => set(withKind(draft, target.value as FieldKind))}
        />
        <Field label="Section" hint="Fields with the same section are grouped." {...form.text('section')} />
      </FieldGrid>
      <KindFields type={type} ofType={ofType} field={draft} problems={problems} change={change} />
      <Field label="Help" hint="Shown below the field in the form." {...form.text('helpText')} />
      <Stack sx={{ alignItems: 'flex-start' }}>
        {isEntered ? <SwitchField label="Required" {...form.toggle('required')} /> : null}
        {'unique' in draft ? (
          <SwitchField
            label="Unique: no two records have the same value"
            checked={draft.unique}
            readOnly={false}
            onChange={(unique) => change(unique ? { unique, filterable: true } : { unique })}
          />
        ) : null}
        {'filterable' in draft ? (
          <SwitchField
            label="Use in filters and sorting of lists"
            checked={draft.filterable}
            readOnly={'unique' in draft && draft.unique}
            onChange={(filterable) => change({ filterable })}
          />
        ) : null}
        <SwitchField label="Show as a list column" {...form.toggle('inList')} />
      </Stack>
      <ConditionField
        label="Shown"
        always="Always"
        fields={ofType.fields.filter(({ name }) => name !== draft.name)}
        condition={draft.shownWhen}
        error={problems.shownWhen}
        onChange={(shownWhen) => change({ shownWhen })}
      />
      {isEntered && !draft.required ? (
        <ConditionField
          label="Required"
          always="Never"
          fields={ofType.fields.filter(({ name }) => name !== draft.name)}
          condition={draft.requiredWhen}
          error={problems.requiredWhen}
          onChange={(requiredWhen) => change({ requiredWhen })}
        />
      ) : null}
      {isEntered && ofType.states.length > 0 ? (
        <CheckList
          label="Read-only in the states"
          choices={ofType.states.map(({ name, caption }) => ({ value: name, label: caption }))}
          value={draft.readOnlyIn}
          onChange={(readOnlyIn) => change({ readOnlyIn })}
        />
      ) : null}
    </FormDialog>
  );
}
