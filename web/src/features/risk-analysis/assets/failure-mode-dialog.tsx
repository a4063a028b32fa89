import Stack from '@mui/material/Stack';
import type { RiskAnalysisProbability } from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { ReactNode } from 'react';
import { findProblems, isRiskChanged, toRiskChange, toRiskDraft } from '../../../shared/risk/draft.ts';
import { ProbabilityCard } from '../../../shared/risk/probability-card.tsx';
import { RiskCard } from '../../../shared/risk/risk-card.tsx';
import type { ShownMission } from '../../../shared/risk/why-probability.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { useSaveModeProbability } from '../api/assets.ts';

/** Edits the probability of a failure mode in one analysis. The twin is not changed. */
export function FailureModeDialog({
  riskAnalysisId,
  assetId,
  mode,
  held,
  mission,
  warn,
  onSaved,
  onClose,
}: {
  riskAnalysisId: number;
  assetId: number;
  mode: FailureMode;
  /** The effective probability; null without one. */
  held: RiskAnalysisProbability | null;
  mission: ShownMission;
  /** Runs a change, after a warning if it may invalidate scenarios. */
  warn(go: () => void): void;
  /** Receives the new version of the asset in the analysis. */
  onSaved(version: number): void;
  onClose(): void;
}): ReactNode {
  const record = { probability: held, consequence: mode.consequence };
  const form = useDraft(toRiskDraft(record), (draft) => ({
    ...findProblems({ ...draft, consequence: null }, mission),
  }));
  const { draft, problems } = form;
  const saving = useSaveModeProbability(riskAnalysisId, assetId, mode.id);
  const isDirty = isRiskChanged(draft, record);
  const save = (): void => {
    const { probability: change } = toRiskChange(draft, record);
    if (change === null) return;
    warn(() =>
      saving.mutate(
        { held, change },
        {
          onSuccess: (version) => {
            onSaved(version);
            onClose();
          },
        },
      ),
    );
  };
  return (
    <FormDialog
      title={mode.name}
      action="Save"
      form={form}
      onSubmit={save}
      disabled={!isDirty}
      saving={saving}
      fallback="The probability could not be saved."
      errorFirst
      dirty={isDirty && !saving.isSuccess}
      spacing={4}
      maxWidth="md"
      onClose={onClose}
    >
      <Stack direction={{ xs: 'column', md: 'row' }} spacing={4} sx={{ '& > *': { flex: 1 } }}>
        <ProbabilityCard
          probability={draft.probability}
          mission={mission}
          problems={problems}
          onChange={(probability) => form.change({ probability })}
        />
        <RiskCard risk={draft} mission={mission} />
      </Stack>
      <Muted>
        {held?.source === 'analysis'
          ? 'This analysis only. Remove it to use the value of the twin again.'
          : 'Changes apply to this analysis only.'}
      </Muted>
    </FormDialog>
  );
}
