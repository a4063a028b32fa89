import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { showParameter } from '@twinward/domain/language/parameters';
import { type ReactNode, useState } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { UnitField } from '../../../shared/units/unit-field.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
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
  const [isTried, setIsTried] = useState(false);
  const edit = useVersioned<TwinParameters, TwinParameter>({
    what: 'The twin',
    record,
    toDraft: (of) => toDraft(of, name),
    texts,
    send: (draft, base) => saving.mutateAsync(toChange(draft, base, name)),
    // Not reversible after a rename, since the parameter is identified by its name.
    isReversible: (draft) => draft.name.trim() === name,
    onResolved: onClose,
  });
  const { base, draft, change } = edit;
  const problems = findProblems(draft, base, name);
  const isWrong = Object.values(problems).some((problem) => problem !== undefined);
  const shown = isTried ? problems : {};
  const range = findRange(draft, base, name);
  const save = async () => {
    setIsTried(true);
    if (!isWrong && (await edit.save()) !== null) onClose();
  };
  return (
    <AppDialog
      title={name ?? 'Add parameter'}
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{readOnly ? 'Close' : 'Cancel'}</Button>
          {readOnly ? null : (
            <Button variant="contained" disabled={!edit.isDirty} onClick={() => void save()}>
              Save
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          hint={`Use it in logic and texts as {${draft.name || 'trip'}}`}
          required
          readOnly={readOnly}
          value={draft.name}
          error={shown.name}
          onChange={(event) => change({ name: event.target.value })}
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
              error={shown.value}
              onChange={(value) => change({ value })}
            />
            <UnitField
              name="unit"
              value={draft.unit ?? ''}
              error={shown.unit}
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
            error={shown.value}
            onChange={(value) => change({ value })}
          />
        )}
        <Field
          label="Description"
          multiline
          maxRows={4}
          readOnly={readOnly}
          value={draft.description}
          error={shown.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <ErrorState error={edit.failure} fallback="The parameter could not be saved." />
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}
