import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import type { AdvisoryOutcome, AdvisoryTransition } from '@twinward/contracts/advisories/advisory';
import type { remediationListId } from '@twinward/contracts/system/value-list';
import { needsReason, transitionProblems } from '@twinward/domain/rules/advisory';
import { type ReactNode, useEffect, useId } from 'react';
import { offeredItems, useValueList } from '../../shared/api/queries/use-values.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import type { Saving } from '../../ui/dialogs/saving.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { outcomeNotes, transitionLabels } from './advisory-words.ts';

/** Same as in the contract; duplicated to keep its schemas out of the bundle. */
const remediations: typeof remediationListId = 1;

/** The data that a transition requires. */
export interface TransitionEntry {
  reason: string;
  remediationId: number | null;
  outcome: AdvisoryOutcome | null;
}

export const noEntry: TransitionEntry = { reason: '', remediationId: null, outcome: null };

/** Whether a transition requires data. */
export const asksFirst = (transition: AdvisoryTransition): boolean =>
  transition === 'close' || needsReason(transition);

/** Asks for the data of a transition: a reason, or the outcome and remediation. */
export function TransitionDialog({
  transition,
  title,
  saving,
  onSave,
  onClose,
}: {
  transition: AdvisoryTransition;
  title: string;
  saving: Saving;
  onSave(entry: TransitionEntry): void;
  onClose(): void;
}): ReactNode {
  const form = useDraft(noEntry, (entry) =>
    Object.fromEntries(
      transitionProblems({ transition, ...entry }).map(({ path, message }) => [path, message]),
    ),
  );
  return (
    <FormDialog
      title={title}
      action={transitionLabels[transition]}
      form={form}
      onSubmit={() => onSave(form.draft)}
      saving={saving}
      fallback="The state could not be changed."
      cancel="Back"
      onClose={onClose}
    >
      {transition === 'close' ? (
        <>
          <OutcomeField {...form.input('outcome')} />
          <RemediationField {...form.input('remediationId')} />
        </>
      ) : null}
      <Field
        label={needsReason(transition) ? 'Reason' : 'Note'}
        required={needsReason(transition)}
        multiline
        maxRows={6}
        {...form.text('reason')}
      />
    </FormDialog>
  );
}

function OutcomeField({
  value,
  error,
  onChange,
}: {
  value: AdvisoryOutcome | null;
  error: string | undefined;
  onChange(value: AdvisoryOutcome): void;
}): ReactNode {
  const id = useId();
  return (
    <FormControl error={error !== undefined}>
      <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
        Outcome
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value as AdvisoryOutcome)}
      >
        {(Object.keys(outcomeLabels) as AdvisoryOutcome[]).map((outcome) => (
          <FormControlLabel
            key={outcome}
            value={outcome}
            control={
              <Radio
                size="small"
                slotProps={{
                  input:
                    error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` },
                }}
              />
            }
            label={`${outcomeLabels[outcome]}. ${outcomeNotes[outcome]}`}
          />
        ))}
      </RadioGroup>
      {error === undefined ? null : <FormHelperText id={`${id}-error`}>{error}</FormHelperText>}
    </FormControl>
  );
}

function RemediationField({
  value,
  error,
  onChange,
}: {
  value: number | null;
  error: string | undefined;
  onChange(value: number | null): void;
}): ReactNode {
  const list = useValueList(remediations);
  const preselected = list.data?.configuration.items.find((item) => item.default)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list is loaded
  useEffect(() => {
    if (value === null && preselected !== undefined) onChange(preselected);
  }, [preselected]);
  return (
    <Loaded query={list} rows={1} fallback="The remediations could not be loaded.">
      {({ configuration: { items } }) => (
        <SelectField
          label="Remediation"
          choices={[
            { value: '', label: 'Choose a remediation' },
            ...offeredItems(items, ({ id }) => id === value).map(({ id, caption }) => ({
              value: String(id),
              label: caption,
            })),
          ]}
          value={value === null ? '' : String(value)}
          error={error}
          onChange={(event) => onChange(Number(event.target.value) || null)}
        />
      )}
    </Loaded>
  );
}
