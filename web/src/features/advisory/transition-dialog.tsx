import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import type { AdvisoryOutcome, AdvisoryTransition } from '@twinward/contracts/advisories/advisory';
import type { remediationListId } from '@twinward/contracts/system/value-list';
import { needsReason, transitionProblems } from '@twinward/domain/rules/advisory';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { offeredItems, useValueList } from '../../shared/api/queries/use-values.ts';
import { outcomeLabels } from '../../shared/value/outcome-labels.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
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
  busy,
  error,
  onSave,
  onClose,
}: {
  transition: AdvisoryTransition;
  title: string;
  busy: boolean;
  error: unknown;
  onSave(entry: TransitionEntry): void;
  onClose(): void;
}): ReactNode {
  const [entry, setEntry] = useState(noEntry);
  const [isTried, setIsTried] = useState(false);
  const problems = transitionProblems({ transition, ...entry });
  const shown = (path: string) =>
    isTried ? problems.find((problem) => problem.path === path)?.message : undefined;
  const change = (part: Partial<TransitionEntry>) => setEntry({ ...entry, ...part });
  const save = (): void => {
    setIsTried(true);
    if (problems.length === 0) onSave(entry);
  };
  return (
    <AppDialog
      title={title}
      busy={busy}
      dirty={entry !== noEntry}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="contained" onClick={save}>
            {transitionLabels[transition]}
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        {transition === 'close' ? (
          <>
            <OutcomeField
              value={entry.outcome}
              error={shown('outcome')}
              onChange={(outcome) => change({ outcome })}
            />
            <RemediationField
              value={entry.remediationId}
              error={shown('remediationId')}
              onChange={(remediationId) => change({ remediationId })}
            />
          </>
        ) : null}
        <Field
          label={needsReason(transition) ? 'Reason' : 'Note'}
          required={needsReason(transition)}
          multiline
          maxRows={6}
          value={entry.reason}
          error={shown('reason')}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <ErrorState error={error} fallback="The state could not be changed." />
      </Stack>
    </AppDialog>
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
