import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { calculatedTagPath, explorePath, tagsPath } from '../../../shared/address/paths.ts';
import { FurtherFields } from '../../../shared/record/further-fields.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { TagFacts } from '../../../shared/tag/tag-facts.tsx';
import { tagsCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { focusFirstError } from '../../../ui/form/error-focus.ts';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { LogicEditor } from '../../../ui/logic-editor/logic-editor.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { isRunning, useRecalculations } from '../api/get-tag-status.ts';
import { useRecalculate } from '../api/write-tag.ts';
import { CalculationActions } from './calculation-actions.tsx';
import { CompletionState } from './completion-state.tsx';
import { InputRows } from './input-rows.tsx';
import { ModelNote } from './model-note.tsx';
import { PreviewChart } from './preview-chart.tsx';
import { Recalculation } from './recalculation.tsx';
import { useCheckedLogic } from './use-checked-logic.ts';
import { useDraft } from './use-draft.ts';

/** The editor of a calculated tag, with a preview of its points. */
export function CalculationPage({
  twin,
  tag,
  ofTwin,
}: {
  twin: Twin;
  /** Null for a new tag. */
  tag: Tag | null;
  /** The twin's inputs that the logic may refer to. */
  ofTwin: readonly CalculationInput[];
}): ReactNode {
  const navigate = useNavigate();
  const mayWrite = useAccess('write:tag');
  const form = useRef<HTMLFormElement>(null);
  const editing = useDraft(tag, ofTwin, twin.assetId);
  const { draft, problems } = editing;
  const guard = useUnsavedGuard(editing.isDirty, staysOnTag);
  const { context, preview } = useCheckedLogic(twin.id, tag, draft, ofTwin);
  const job = useRecalculations(tag === null ? [] : [tag.id]).get(tag?.id ?? 0);
  const recalculate = useRecalculate(tag?.id ?? 0);

  const save = async () => {
    const saved = await editing.save();
    if (saved === null) {
      focusFirstError(form.current);
    } else if (tag === null) {
      guard.leaveFreely();
      void navigate(calculatedTagPath(twin.id, saved.id), { replace: true });
    }
  };

  return (
    <Page
      title={tag?.name ?? 'New calculated tag'}
      breadcrumbs={tagsCrumbs(twin.id, twin.assetName)}
      state={
        <>
          {tag?.completion ? <CompletionState completion={tag.completion} /> : null}
          {editing.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        </>
      }
      actions={
        mayWrite ? (
          <CalculationActions
            tag={tag}
            isSaving={editing.isSaving}
            recalculation={{
              start: recalculate.mutate,
              isRunning: isRunning(job),
              isPending: recalculate.isPending,
            }}
            onSave={save}
            onDeleted={() => {
              guard.leaveFreely();
              void navigate(tagsPath(twin.id), { replace: true });
            }}
          />
        ) : undefined
      }
    >
      <ErrorState error={editing.failure} fallback="The tag could not be saved." />
      <ErrorState error={recalculate.error} fallback="The recalculation could not be started." />
      {tag?.error ? (
        <Alert severity="error" variant="outlined" sx={{ my: 2 }}>
          {tag.error}
        </Alert>
      ) : null}
      {job === undefined ? null : <Recalculation job={job} mayCancel={mayWrite} />}
      <Box
        component="form"
        ref={form}
        noValidate
        aria-label="Calculated tag"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        sx={areas}
      >
        <Box sx={{ gridArea: 'facts' }}>
          <TagFacts
            draft={draft}
            problems={Object.fromEntries(problems)}
            readOnly={!mayWrite}
            onChange={editing.change}
            onLeave={editing.showProblem}
          />
          <FurtherFields
            form={editing.further}
            draft={draft.fields}
            isTried={editing.isTried}
            failure={editing.saveFailure}
            readOnly={!mayWrite}
            onChange={(fields) => editing.change({ fields })}
          />
        </Box>
        {tag?.model ? (
          <Box sx={{ gridArea: 'logic', minWidth: 0 }}>
            <ModelNote model={tag.model} explore={explorePath(twin.id, tag.id)} />
          </Box>
        ) : (
          <>
            <Box sx={{ gridArea: 'logic', minWidth: 0 }}>
              <LogicEditor
                key={editing.generation}
                label="Logic"
                initial={draft.logic}
                context={context}
                readOnly={!mayWrite}
                onChange={(logic) => editing.change({ logic })}
              />
            </Box>
            <Box sx={{ gridArea: 'result', minWidth: 0 }}>
              <PreviewChart preview={preview} unit={draft.unit} />
            </Box>
            <Box sx={{ gridArea: 'inputs', minWidth: 0 }}>
              <Section title="Inputs">
                <InputRows
                  inputs={draft.inputs}
                  problems={problems}
                  readOnly={!mayWrite}
                  onChange={(inputs) => editing.change({ inputs })}
                />
              </Section>
            </Box>
          </>
        )}
      </Box>
      {editing.question}
      {editing.dialog}
      {guard.dialog}
    </Page>
  );
}

const areas = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gridTemplateAreas: {
    xs: '"facts" "logic" "result" "inputs"',
    lg: '"facts facts" "logic result" "inputs result"',
  },
  gridTemplateRows: { lg: 'auto auto 1fr' },
  columnGap: 8,
  rowGap: 5,
  alignItems: 'start',
} as const;

/** Whether a navigation stays on the tag: changes of view and import dialog in the URL do not count as leaving. */
const staysOnTag = (
  current: { pathname: string; search: string },
  next: { pathname: string; search: string },
): boolean => current.pathname === next.pathname && readTag(current.search) === readTag(next.search);

const readTag = (search: string): string | null => new URLSearchParams(search).get('tag');
