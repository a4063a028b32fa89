import Typography from '@mui/material/Typography';
import { type ImprovementOption, newImprovementOption } from '@twinward/contracts/risk/improvement';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { lifeDataPath } from '../../../shared/address/life-data-path.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RecordChoice } from '../../../ui/form/record-choice.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useSaveOption } from '../api/improvements.ts';
import { draftOfOption, optionProblems, toOption } from './option-draft.ts';

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
  const form = useDraft(draftOfOption(held), optionProblems);
  const { draft, problems, change } = form;
  const saving = useSaveOption(riskAnalysisId, assetId, held);
  const save = (): void => {
    const option = toOption(draft);
    if (option !== null) warn(() => saving.mutate(option, { onSuccess: onClose }));
  };
  return (
    <FormDialog
      title={held === null ? 'New option' : held.name}
      action="Save option"
      form={form}
      onSubmit={save}
      disabled={!form.isDirty}
      saving={saving}
      fallback="The option could not be saved."
      errorFirst
      dirty={form.isDirty && !saving.isSuccess}
      spacing={4}
      onClose={onClose}
    >
      <Field
        label="Option name"
        required
        {...form.text('name')}
        error={problems.name ?? (draft.name === '' ? undefined : (nameRule(draft.name) ?? undefined))}
      />
      {twinId === null ? null : (
        <OwnerField
          twinId={twinId}
          value={draft.failureModeId}
          onChange={(failureModeId) => change({ failureModeId })}
        />
      )}
      <SelectField
        label="Effect"
        choices={[
          { value: 'life', label: 'New characteristic life' },
          { value: 'probability', label: 'New probability' },
        ]}
        {...form.text('type')}
      />
      {draft.type === 'life' ? (
        <>
          <DurationInput label="New characteristic life" {...form.input('characteristicLife')} />
          <NumberField label="New shape β" hint="Leave empty to keep the shape" {...form.input('shape')} />
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
          {...form.input('percent')}
        />
      )}
      <NumberField
        label="Cost of the option"
        unit="$"
        hint="Options without a cost are not included in a budget"
        {...form.input('cost')}
      />
    </FormDialog>
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
    <RecordChoice label="Applies to" records={records} none="Whole asset" value={value} onChange={onChange} />
  );
}
