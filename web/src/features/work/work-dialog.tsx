import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Work } from '@twinward/contracts/assets/work';
import { workTimeProblems } from '@twinward/domain/rules/work';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FurtherFiles } from '../../shared/attachment/record-files.tsx';
import { isOwned, SourceNote } from '../../shared/connection/source-note.tsx';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { useFormMerge } from '../../shared/form/use-form-merge.tsx';
import { FurtherControl } from '../../shared/record/further-control.tsx';
import { isOfFields, useFurtherForm } from '../../shared/record/use-further-form.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type SavedWork, useSaveWork } from './api/work.ts';
import { DeleteWork } from './delete-work.tsx';
import { WorkFormFields, type WorkTag } from './work-form-fields.tsx';
import { emptyWork, toEntry, toValues, type WorkValues, workTexts } from './work-values.ts';

/** Creates or edits work. Read-only for users who may not write work. */
export function WorkDialog({
  work,
  tags,
  onClose,
}: {
  /** Null to record new work. */
  work: Work | null;
  /** The work aliases to choose from; at least one. */
  tags: readonly WorkTag[];
  onClose: () => void;
}): ReactNode {
  const mayWrite = useAccess('write:work');
  const timeZone = useTimeZone();
  const save = useSaveWork();
  const [isDeleting, setIsDeleting] = useState(false);
  const further = useFurtherForm('work', work);
  const form = useForm<WorkValues>({
    mode: 'onTouched',
    defaultValues: work === null ? emptyWork(tags[0]!.tagId) : toValues(work),
  });
  const { setError, formState } = form;
  const { isDirty } = formState;
  const [unplaced, setUnplaced] = useState(true);

  const submit = (over: Work | null) =>
    form.handleSubmit((values) => {
      const [problem] = workTimeProblems(
        { start: toTime(values.start), completed: toTime(values.completed) },
        Date.now(),
      );
      if (problem) return setError(problem.path, { message: problem.message }, { shouldFocus: true });
      send(values, over);
    });
  const { base, isConflict, dialog, send } = useFormMerge<Work, WorkValues, SavedWork>({
    what: 'The work',
    record: work,
    form,
    toValues,
    texts: workTexts((time) => formatDateTime(time, timeZone), further),
    save,
    toRequest: (values, over) => ({ entry: toEntry(values, over), of: over }),
    onSubmit: (over) => void submit(over)(),
    onSaved: onClose,
    onFailed: (error) => setUnplaced(!showFieldErrors(error, fields, setError)),
  });
  return (
    <AppDialog
      title={work === null ? 'Record work' : work.name}
      dirty={isDirty}
      busy={save.isPending}
      maxWidth="md"
      onClose={onClose}
      actions={
        mayWrite ? (
          <>
            {work === null ? null : (
              <Button onClick={() => setIsDeleting(true)} sx={{ mr: 'auto' }}>
                Delete
              </Button>
            )}
            <Button variant="contained" type="submit" form="work">
              Save
            </Button>
          </>
        ) : undefined
      }
    >
      <Stack
        component="form"
        id="work"
        noValidate
        onSubmit={(event) => void submit(base)(event)}
        spacing={4}
        sx={{ py: 4 }}
      >
        {save.error && unplaced && !isConflict && !isOfFields(save.error, further) ? (
          <ErrorState error={save.error} fallback="The work could not be saved." />
        ) : null}
        <SourceNote source={work?.source} />
        <WorkFormFields
          form={form}
          tags={work === null ? tags : []}
          readOnly={!mayWrite}
          isOwned={(field) => isOwned(work?.source, field)}
        />
        <FurtherControl
          form={further}
          control={form.control}
          failure={save.error}
          readOnly={!mayWrite}
          isOwned={(name) => isOwned(work?.source, `custom:${name}`)}
        />
        {further.record === null ? null : <FurtherFiles {...further.record} />}
      </Stack>
      {dialog}
      {work !== null && isDeleting ? (
        <DeleteWork work={work} onDone={onClose} onNo={() => setIsDeleting(false)} />
      ) : null}
    </AppDialog>
  );
}

const fields = [
  'name',
  'number',
  'description',
  'kind',
  'planned',
  'start',
  'completed',
  'duration',
  'cost',
  'resource',
] as const;

const toTime = (text: string | null): number | null => (text === null ? null : Date.parse(text));
