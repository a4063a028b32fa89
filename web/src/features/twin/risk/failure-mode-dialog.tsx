import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  captionOf,
  type FailureCode,
  failureCauses,
  failureMechanisms,
} from '@twinward/contracts/assets/failure-code';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useTwinProtections } from '../../../shared/api/queries/use-twin-protections.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { ConsequenceCard } from '../../../shared/risk/consequence-card.tsx';
import { findProblems } from '../../../shared/risk/draft.ts';
import { ProbabilityCard } from '../../../shared/risk/probability-card.tsx';
import { RiskCard } from '../../../shared/risk/risk-card.tsx';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import type { FieldTexts } from '../../../ui/dialogs/merge.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatDuration } from '../../../ui/format/format.ts';
import { useCreateFailureMode, useSaveFailureMode } from '../api/write-failure-mode.ts';
import {
  blankFailureMode,
  type FailureModeDraft,
  failureModeChangeOf,
  newFailureModeOf,
  textProblems,
  toFailureModeDraft,
} from './failure-mode-draft.ts';
import { consequenceText, probabilityText } from './risk-texts.ts';

const choicesOf = (codes: readonly FailureCode[]) => [
  { value: '', label: 'Not given' },
  ...codes.map(({ code, caption }) => ({ value: code, label: `${code} ${caption}` })),
];
const codeText = (codes: readonly FailureCode[], code: string | null): string =>
  code === null ? '' : captionOf(codes, code);

/** Creates or edits a failure mode, with its risk and its protections. */
export function FailureModeDialog({
  twin,
  failureMode,
  readOnly,
  onClose,
}: {
  twin: Twin;
  /** Null for a new one. */
  failureMode: FailureMode | null;
  readOnly: boolean;
  onClose(): void;
}): ReactNode {
  const protections = useTwinProtections(twin.id).data?.records ?? [];
  const creating = useCreateFailureMode();
  const saving = useSaveFailureMode();
  const [isTried, setIsTried] = useState(false);
  const nameOf = (id: number) => protections.find((one) => one.id === id)?.name ?? String(id);
  const texts: FieldTexts<FailureModeDraft> = {
    name: { label: 'Name', text: (value) => value },
    description: { label: 'Description', text: (value) => value },
    mechanism: { label: 'Mechanism', text: (code) => codeText(failureMechanisms, code) },
    cause: { label: 'Cause', text: (code) => codeText(failureCauses, code) },
    pfInterval: { label: 'P-F interval', text: (value) => (value === null ? '' : formatDuration(value)) },
    protectionIds: { label: 'Protections', text: (ids) => ids.map(nameOf).join(', ') },
    probability: { label: 'Probability', text: probabilityText(twin) },
    consequence: { label: 'Consequence', text: consequenceText },
  };
  const edit = useVersioned({
    what: 'The failure mode',
    record: failureMode ?? blankFailureMode(twin.id),
    draftOf: toFailureModeDraft,
    texts,
    send: (draft, base) =>
      failureMode === null
        ? creating.mutateAsync(newFailureModeOf(draft, base))
        : saving.mutateAsync(failureModeChangeOf(draft, base)),
    onResolved: onClose,
  });
  const { draft, change } = edit;
  const riskProblems = findProblems(draft, twin);
  const problems = isTried ? textProblems(draft) : {};
  const shown = isTried ? riskProblems : {};
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys({ ...riskProblems, ...textProblems(draft) }).length > 0) return;
    if ((await edit.save()) !== null) onClose();
  };
  return (
    <AppDialog
      title={failureMode?.name ?? 'New failure mode'}
      maxWidth="md"
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" disabled={!edit.isDirty} onClick={() => void save()}>
              Save
            </Button>
          </>
        )
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          value={draft.name}
          readOnly={readOnly}
          error={problems.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Description"
          multiline
          maxRows={4}
          value={draft.description}
          readOnly={readOnly}
          error={problems.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
          <SelectField
            label="Mechanism"
            choices={choicesOf(failureMechanisms)}
            value={draft.mechanism ?? ''}
            disabled={readOnly}
            onChange={(event) => change({ mechanism: event.target.value || null })}
          />
          <SelectField
            label="Cause"
            choices={choicesOf(failureCauses)}
            value={draft.cause ?? ''}
            disabled={readOnly}
            onChange={(event) => change({ cause: event.target.value || null })}
          />
          <DurationInput
            label="P-F interval"
            hint="From the first sign to the failure"
            value={draft.pfInterval}
            readOnly={readOnly}
            onChange={(pfInterval) => change({ pfInterval })}
          />
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
          }}
        >
          <ProbabilityCard
            probability={draft.probability}
            mission={twin}
            problems={shown}
            onChange={readOnly ? undefined : (probability) => change({ probability })}
          />
          <ConsequenceCard
            consequence={draft.consequence}
            problems={shown}
            onChange={readOnly ? undefined : (consequence) => change({ consequence })}
          />
          <RiskCard risk={draft} mission={twin} />
        </Box>
        {protections.length === 0 ? null : (
          <CheckList
            label="Protections"
            hint="What notices or prevents it"
            choices={protections.map(({ id, name, active }) => ({
              value: String(id),
              label: name,
              ...(active ? {} : { note: 'inactive' }),
            }))}
            value={draft.protectionIds.map(String)}
            disabled={readOnly}
            onChange={(ids) => change({ protectionIds: ids.map(Number).sort((one, other) => one - other) })}
          />
        )}
        {edit.failure === null ? null : (
          <ErrorState error={edit.failure} fallback="The failure mode could not be saved." />
        )}
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}
