import { type QueryParameter, queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { ParameterInput } from '../../../shared/query/parameter-input.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import type { Types } from '../catalogue.ts';
import { parameterKindNames } from '../query-words.ts';
import { newKey } from './definition.ts';

/** Adds or edits a parameter. The name can't be changed, since conditions and URLs refer to it. */
export function ParameterDialog({
  types,
  parameter,
  taken,
  onSave,
  onClose,
}: {
  types: Types;
  /** Null for a new parameter. */
  parameter: QueryParameter | null;
  /** Names of the other parameters. */
  taken: readonly string[];
  onSave: (parameter: QueryParameter) => void;
  onClose: () => void;
}): ReactNode {
  const form = useDraft<QueryParameter>(
    parameter ?? { name: '', caption: '', kind: 'text', many: false, default: null },
  );
  const { draft, change, set } = form;
  const caption = draft.caption.trim();
  const isWhole = caption !== '' && (draft.kind !== 'reference' || draft.recordType !== undefined);
  const save = (): void => {
    if (!isWhole) return;
    onSave({ ...draft, caption, name: draft.name || nameFor(caption, taken) });
    onClose();
  };
  return (
    <FormDialog
      title={parameter === null ? 'Add parameter' : 'Edit parameter'}
      action="OK"
      onSubmit={save}
      submitOnEnter
      disabled={!isWhole}
      onClose={onClose}
    >
      <Field label="Caption" inputProps={{ maxLength: queryLengths.caption }} {...form.text('caption')} />
      <SelectField
        label="Kind"
        choices={toChoices(parameterKindNames)}
        value={draft.kind}
        onChange={({ target }) => change({ kind: target.value as QueryParameter['kind'], default: null })}
      />
      {draft.kind === 'reference' ? (
        <SelectField
          label="Record type"
          choices={[
            { value: '', label: 'Choose a type' },
            ...[...types.values()]
              .filter(
                ({ name, isSystem, isSource }) =>
                  name === 'asset' || name === 'user' || (!isSystem && isSource),
              )
              .map(({ name, caption: label }) => ({ value: name, label })),
          ]}
          value={draft.recordType ?? ''}
          onChange={({ target }) => {
            const { recordType: _, ...others } = draft;
            set(
              target.value === ''
                ? { ...others, default: null }
                : { ...others, recordType: target.value, default: null },
            );
          }}
        />
      ) : null}
      <SwitchField
        label="Allow multiple values"
        checked={draft.many}
        onChange={(many) => change({ many, default: null })}
      />
      {draft.kind === 'reference' && draft.recordType === undefined ? null : (
        <ParameterInput
          key={`${draft.kind} ${draft.many} ${draft.recordType}`}
          parameter={draft}
          label="Default"
          value={draft.default}
          onChange={(next) => change({ default: next })}
        />
      )}
    </FormDialog>
  );
}

/** Derives an unused name from a caption: lower case, starting with a letter. */
function nameFor(caption: string, taken: readonly string[]): string {
  const plain = caption
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '');
  return newKey(
    taken.map((key) => ({ key })),
    (plain || 'parameter').slice(0, 40),
  );
}
