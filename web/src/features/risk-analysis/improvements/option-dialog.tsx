import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ImprovementOption, newImprovementOption } from '@twinward/contracts/risk/improvement';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { lifeDataPath } from '../../../shared/address/life-data-path.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useSaveOption } from '../api/improvements.ts';
import { draftOfOption, type OptionDraft, optionProblems, toOption } from './option-draft.ts';

const nameRule = schemaRule(newImprovementOption.shape.name);

interface Subject {
  riskAnalysisId: number;
  assetId: number;
  twinId: number | null;
}

/** Edits an improvement option: its name and cost, and the resulting life or probability. */
export function OptionDialog({
  subject,
  held,
  warn,
  onClose,
}: {
  subject: Subject;
  /** Null for a new option. */
  held: ImprovementOption | null;
  /** Runs a change, after a warning if it may invalidate scenarios. */
  warn(go: () => void): void;
  onClose(): void;
}): ReactNode {
  const { riskAnalysisId, assetId, twinId } = subject;
  const [initial] = useState(() => draftOfOption(held));
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const saving = useSaveOption(riskAnalysisId, assetId, held);
  const set = (change: Partial<OptionDraft>): void => setDraft((current) => ({ ...current, ...change }));
  const problems = optionProblems(draft);
  const shown = isTried ? problems : {};
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const save = (): void => {
    setIsTried(true);
    const option = toOption(draft);
    if (option !== null) warn(() => saving.mutate(option, { onSuccess: onClose }));
  };
  return (
    <AppDialog
      title={held === null ? 'New option' : held.name}
      maxWidth="sm"
      dirty={isDirty && !saving.isSuccess}
      busy={saving.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={!isDirty} onClick={save}>
            Save option
          </Button>
        </>
      }
    >
      <Stack spacing={4} sx={{ py: 3 }}>
        <ErrorState error={saving.error} fallback="The option could not be saved." />
        <Field
          label="Option name"
          required
          value={draft.name}
          error={shown.name ?? (draft.name === '' ? undefined : (nameRule(draft.name) ?? undefined))}
          onChange={(event) => set({ name: event.target.value })}
        />
        {twinId === null ? null : (
          <OwnerField
            twinId={twinId}
            value={draft.failureModeId}
            onChange={(failureModeId) => set({ failureModeId })}
          />
        )}
        <SelectField
          label="Effect"
          value={draft.type}
          choices={[
            { value: 'life', label: 'New characteristic life' },
            { value: 'probability', label: 'New probability' },
          ]}
          onChange={(event) => set({ type: event.target.value as OptionDraft['type'] })}
        />
        {draft.type === 'life' ? (
          <>
            <DurationInput
              label="New characteristic life"
              value={draft.characteristicLife}
              error={shown.characteristicLife}
              onChange={(characteristicLife) => set({ characteristicLife })}
            />
            <NumberField
              label="New shape β"
              hint="Leave empty to keep the shape"
              value={draft.shape}
              error={shown.shape}
              onChange={(shape) => set({ shape })}
            />
            {held?.fit ? (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {`Fitted to ${held.fit.failures} failures and ${held.fit.suspensions} suspensions of ${held.fit.title}.`}
              </Typography>
            ) : (
              <TextLink to={lifeDataPath({ assetId, riskAnalysisId })}>Fit from life data</TextLink>
            )}
          </>
        ) : (
          <NumberField
            label="New probability"
            unit="%"
            hint="Probability of a failure by the end of the analysis"
            value={draft.percent}
            error={shown.percent}
            onChange={(percent) => set({ percent })}
          />
        )}
        <NumberField
          label="Cost of the option"
          unit="$"
          hint="Options without a cost are not included in a budget"
          value={draft.cost}
          error={shown.cost}
          onChange={(cost) => set({ cost })}
        />
      </Stack>
    </AppDialog>
  );
}

/** Chooses the asset as a whole or one of its failure modes. */
function OwnerField({
  twinId,
  value,
  onChange,
}: {
  twinId: number;
  value: number | null;
  onChange(failureModeId: number | null): void;
}): ReactNode {
  const modes = useFailureModes(twinId);
  const records = modes.data?.records ?? [];
  if (records.length === 0) return null;
  return (
    <SelectField
      label="Applies to"
      value={value === null ? '' : String(value)}
      choices={[
        { value: '', label: 'Whole asset' },
        ...records.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
}
