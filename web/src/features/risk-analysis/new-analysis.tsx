import Stack from '@mui/material/Stack';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import {
  furtherChanges,
  furtherProblem,
  isOfFields,
  useFurtherForm,
} from '../../shared/record/use-further-form.ts';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { type AnalysisDraft, findProblems, newDraft } from './analysis-draft.ts';
import { AnalysisFields } from './analysis-fields.tsx';
import { useCreateRiskAnalysis } from './api/analyses.ts';
import { riskAnalysesPath, riskAnalysisPath } from './paths.ts';

/** The form of a new analysis. Assets can be added after it is saved. */
export function NewAnalysis(): ReactNode {
  const navigate = useNavigate();
  const create = useCreateRiskAnalysis();
  const further = useFurtherForm('risk-analysis', null);
  const form = useDraft(
    () => newDraft(Date.now()),
    (draft: AnalysisDraft) => ({ ...findProblems(draft), fields: furtherProblem(further, draft.fields) }),
  );
  const { draft, isTried, change } = form;
  const guard = useUnsavedGuard(form.isDirty);
  const problems = findProblems(draft);
  const { name, ...whileTyping } = problems;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!form.check()) return;
    const { probabilityThreshold, fields, ...rest } = draft;
    create.mutate(
      {
        ...rest,
        ...furtherChanges(fields, null),
        assetIds: [],
        probabilityThreshold: probabilityThreshold!,
      },
      {
        onSuccess: (made) => {
          guard.leaveFreely();
          void navigate(riskAnalysisPath(made.id), { replace: true });
        },
      },
    );
  };
  return (
    <Page title="New analysis" breadcrumbs={[{ label: 'Risk analyses', to: riskAnalysesPath }]}>
      <Section title="Analysis">
        <Stack component="form" noValidate spacing={4} onSubmit={submit}>
          <AnalysisFields
            draft={draft}
            problems={isTried || (name !== undefined && name !== 'Required.') ? problems : whileTyping}
            readOnly={false}
            onChange={change}
          />
          <FurtherFields
            form={further}
            draft={draft.fields}
            isTried={isTried}
            failure={create.error}
            onChange={(fields) => change({ fields })}
          />
          <FormFoot
            label="Save analysis"
            busy={create.isPending}
            error={isOfFields(create.error, further) ? null : create.error}
            fallback="The analysis could not be saved."
          />
        </Stack>
      </Section>
      {guard.dialog}
    </Page>
  );
}
