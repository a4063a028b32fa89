import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import { unsavedMission } from '@twinward/domain/rules/risk-analysis';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { FurtherFiles } from '../../shared/attachment/record-files.tsx';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { RelatedRecords } from '../../shared/link/related-records.tsx';
import { type PrintFact, PrintTitle } from '../../shared/print/print-title.tsx';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import {
  type FurtherForm,
  furtherChanges,
  isOfFields,
  useFurtherForm,
} from '../../shared/record/use-further-form.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { LockScreen } from '../../ui/feedback/lock-screen.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { formatDate, formatDateTime, formatDuration } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PrintButton } from '../../ui/page/print.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type AnalysisDraft, dateFlags, findProblems, toDraft } from './analysis-draft.ts';
import { AnalysisFields } from './analysis-fields.tsx';
import { AnalysisFigures } from './analysis-figures.tsx';
import { useDeleteRiskAnalysis, useSaveRiskAnalysis } from './api/analyses.ts';
import { AnalysisAssets } from './assets/analysis-assets.tsx';
import { BudgetSection } from './improvements/budget-section.tsx';
import { riskAnalysesPath } from './paths.ts';
import { PortfolioSection } from './portfolio/portfolio-section.tsx';
import { ScenariosSection } from './scenarios/scenarios-section.tsx';
import { useWhatIfWarning } from './what-if-warning.tsx';

const texts = (timeZone: string, further: FurtherForm): FieldTexts<AnalysisDraft> => {
  const date = (value: string | null) => (value === null ? '' : formatDateTime(value, timeZone));
  return {
    name: { label: 'Name', text: (value) => value },
    description: { label: 'Description', text: (value) => value },
    startDate: { label: 'Start date', text: date },
    missionTime: { label: 'Mission time', text: (value) => (value === null ? '' : formatDuration(value)) },
    endDate: { label: 'End date', text: date },
    probabilityThreshold: { label: 'Opportunity threshold', text: (value) => `${value} %` },
    fields: further.text,
  };
};

/** A saved analysis: its totals, form, assets, portfolio and scenarios. */
export function KnownAnalysis({ analysis }: { analysis: RiskAnalysis }): ReactNode {
  const mayWrite = useAccess('write:risk-analysis');
  const timeZone = useTimeZone();
  const saving = useSaveRiskAnalysis();
  const warning = useWhatIfWarning(analysis.validScenarios.length);
  const [isAgreed, setIsAgreed] = useState(false);
  const further = useFurtherForm('risk-analysis', analysis);
  const edit = useVersioned<RiskAnalysis, AnalysisDraft>({
    what: 'The risk analysis',
    record: analysis,
    toDraft,
    texts: texts(timeZone, further),
    send: ({ fields, ...draft }, base) =>
      saving.mutateAsync({
        ...draft,
        ...furtherChanges(fields, base),
        id: base.id,
        version: base.version,
        probabilityThreshold: draft.probabilityThreshold!,
        dirtyFlags: dateFlags(base, draft),
      }),
  });
  const { draft, change } = edit;
  const guard = useUnsavedGuard(edit.isDirty);
  const problems = findProblems(draft);
  const hasUnsavedMission = dateFlags(edit.base, draft).length > 0;
  const locked = analysis.recalculating ? 'Recalculating the assets.' : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (Object.keys({ ...problems, ...further.findProblems(draft.fields) }).length > 0) return;
    void edit.save().then(() => setIsAgreed(false));
  };
  const changeDates = (next: AnalysisDraft): void => {
    const before = draft;
    change(next);
    if (isAgreed || dateFlags(edit.base, next).length === 0) return;
    warning.warn(
      'dates',
      () => setIsAgreed(true),
      () => change(before),
    );
  };
  return (
    <Page
      title={analysis.name}
      breadcrumbs={[{ label: 'Risk analyses', to: riskAnalysesPath }]}
      actions={
        <>
          <PrintButton />
          {mayWrite ? <Deletion analysis={analysis} onGo={guard.leaveFreely} /> : null}
        </>
      }
    >
      <PrintTitle facts={printFacts(analysis, timeZone)} />
      <Stack spacing={6}>
        {analysis.outdated ? <Outdated analysis={analysis} mayWrite={mayWrite && !edit.isDirty} /> : null}
        <LockScreen message={locked}>
          <AnalysisFigures analysis={analysis} />
        </LockScreen>
        <Section title="Analysis">
          <Stack component="form" noValidate spacing={4} onSubmit={submit}>
            <AnalysisFields
              draft={draft}
              problems={problems}
              readOnly={!mayWrite}
              onChange={change}
              onDates={changeDates}
            />
            <FurtherFields
              form={further}
              draft={draft.fields}
              isTried={edit.isDirty}
              failure={edit.failure}
              readOnly={!mayWrite}
              onChange={(fields) => change({ fields })}
            />
            {edit.isDirty || edit.failure !== null ? (
              <FormFoot
                label="Save analysis"
                busy={edit.isSaving}
                dirty={edit.isDirty}
                error={isOfFields(edit.failure, further) ? null : edit.failure}
                fallback="The analysis could not be saved."
              />
            ) : null}
          </Stack>
        </Section>
        <LockScreen message={locked} isSilent>
          <Stack spacing={6}>
            <AnalysisAssets
              analysis={analysis}
              blocked={hasUnsavedMission ? unsavedMission : null}
              warn={warning.warn}
            />
            <BudgetSection analysis={analysis} blocked={hasUnsavedMission ? unsavedMission : null} />
            <ScenariosSection analysis={analysis} blocked={hasUnsavedMission ? unsavedMission : null} />
            <PortfolioSection analysis={analysis} />
            <FurtherFiles type="risk-analysis" id={analysis.id} />
            <RelatedRecords type="risk-analysis" id={analysis.id} />
          </Stack>
        </LockScreen>
      </Stack>
      {guard.dialog}
      {warning.dialog}
      {edit.dialog}
    </Page>
  );
}

const printFacts = ({ startDate, endDate }: RiskAnalysis, timeZone: string): PrintFact[] => [
  ...(startDate === null ? [] : [['Start date', formatDate(startDate, timeZone)] as const]),
  ...(endDate === null ? [] : [['End date', formatDate(endDate, timeZone)] as const]),
];

/** A note that figures were calculated for other dates, with a button to recalculate them. */
function Outdated({ analysis, mayWrite }: { analysis: RiskAnalysis; mayWrite: boolean }): ReactNode {
  const saving = useSaveRiskAnalysis();
  return (
    <AlertBar
      severity={saving.error ? 'error' : 'warning'}
      message={
        saving.error
          ? failureMessage(saving.error, 'The assets could not be recalculated.')
          : 'Some figures are outdated because their calculation was stopped.'
      }
      action={
        mayWrite ? (
          <Button
            color="inherit"
            loading={saving.isPending}
            onClick={() => saving.mutate({ id: analysis.id, version: analysis.version })}
          >
            Recalculate
          </Button>
        ) : undefined
      }
    />
  );
}

function Deletion({ analysis, onGo }: { analysis: RiskAnalysis; onGo(): void }): ReactNode {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteRiskAnalysis(analysis.id);
  return (
    <>
      <ActionsMenu
        label={`Actions for ${analysis.name}`}
        actions={[{ label: 'Delete analysis', onChoose: () => setIsAsking(true) }]}
      />
      {isAsking ? (
        <ConfirmDialog
          title="Delete analysis"
          yes="Delete"
          busy={deletion.isPending}
          onYes={() =>
            deletion.mutate(undefined, {
              onSuccess: () => {
                onGo();
                void navigate(riskAnalysesPath);
              },
            })
          }
          onNo={() => setIsAsking(false)}
        >
          {deletion.error
            ? failureMessage(deletion.error, 'The analysis could not be deleted.')
            : 'Its probabilities, costs and options are deleted. The assets are kept.'}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
