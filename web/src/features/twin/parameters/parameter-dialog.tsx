import type { TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { showParameter } from '@twinward/domain/language/parameters';
import type { ReactNode } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { VersionedDialog } from '../../../shared/form/versioned-dialog.tsx';
import { UnitField } from '../../../shared/units/unit-field.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import type { DurationUnit } from '../../../ui/form/duration-value.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useSaveParameters } from '../api/parameters.ts';
import { findProblems, findRange, rangeText, toChange, toDraft } from './parameter-draft.ts';

const kinds = [
  { value: 'number', label: 'Number' },
  { value: 'interval', label: 'Length of time' },
];

/** Without months and years, which have no fixed length. */
const durationUnits: readonly DurationUnit[] = ['seconds', 'minutes', 'hours', 'days', 'weeks'];

const texts: FieldTexts<TwinParameter> = {
  name: { label: 'Name', text: asTyped },
  kind: { label: 'Kind', text: (kind) => kinds.find(({ value }) => value === kind)!.label },
  value: {
    label: 'Value',
    text: (value) => showParameter({ kind: typeof value === 'string' ? 'interval' : 'number', value }),
  },
  unit: { label: 'Unit', text: (unit) => unit ?? '' },
  description: { label: 'Description', text: asTyped },
};

const withoutValue = 'Without a value, logic that uses it is not evaluated.';

/** Adds a parameter, or edits an existing one. */
export function ParameterDialog({
  twinId,
  record,
  name,
  readOnly,
  onClose,
}: {
  twinId: number;
  record: TwinParameters;
  /** Name of the parameter; null for a new one. */
  name: string | null;
  readOnly: boolean;
  onClose(): void;
}): ReactNode {
  const saving = useSaveParameters(twinId);
  const edit = useVersioned<TwinParameters, TwinParameter>({
    what: 'The twin',
    record,
    toDraft: (of) => toDraft(of, name),
    texts,
    send: (draft, base) => saving.mutateAsync(toChange(draft, base, name)),
    // Not reversible after a rename, since the parameter is identified by its name.
    isReversible: (draft) => draft.name.trim() === name,
    findProblems: (draft) => findProblems(draft, record, name),
    readOnly,
    onResolved: onClose,
  });
  const { base, draft, problems, change } = edit;
  const range = findRange(draft, base, name);
  return (
    <VersionedDialog
      title={name ?? 'Add parameter'}
      edit={edit}
      fallback="The parameter could not be saved."
      readOnly={readOnly}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint={`Use it in logic and texts as {${draft.name || 'trip'}}`}
        required
        {...edit.text('name')}
      />
      <SelectField
        label="Kind"
        choices={kinds}
        value={draft.kind}
        disabled={readOnly}
        onChange={(event) =>
          change({ kind: event.target.value as TwinParameter['kind'], value: null, unit: null })
        }
      />
      {draft.kind === 'number' ? (
        <>
          <NumberField
            label="Value"
            hint={range ? `${rangeText(range)} ${withoutValue}` : withoutValue}
            readOnly={readOnly}
            value={typeof draft.value === 'number' ? draft.value : null}
            error={problems.value}
            onChange={(value) => change({ value })}
          />
          <UnitField
            name="unit"
            value={draft.unit ?? ''}
            error={problems.unit}
            onChange={({ target }) => change({ unit: (target as HTMLInputElement).value || null })}
            onBlur={() => undefined}
          />
        </>
      ) : (
        <DurationInput
          label="Value"
          hint={withoutValue}
          units={durationUnits}
          readOnly={readOnly}
          value={typeof draft.value === 'string' ? draft.value : null}
          error={problems.value}
          onChange={(value) => change({ value })}
        />
      )}
      <Field label="Description" multiline maxRows={4} {...edit.text('description')} />
    </VersionedDialog>
  );
}
