import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Annotation, annotationText } from '@twinward/contracts/twins/annotation';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import type { Range } from '../../ui/chart/range.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { rangeProblems, toIso } from '../../ui/form/range-problems.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useCreateAnnotation, useUpdateAnnotation } from './annotation-calls.ts';

/** A twin or tag that an annotation can belong to. */
export interface AnnotationSubject {
  twinId: number | null;
  tagId: number | null;
  name: string;
}

const textRule = schemaRule(annotationText);

/** Creates an annotation for a marked range. */
export function NewAnnotationDialog({
  range,
  tagId,
  subjects,
  onClose,
}: {
  range: Range;
  /** The tag of the chart on which the range was marked; null for the twin. */
  tagId: number | null;
  subjects: readonly AnnotationSubject[];
  onClose(): void;
}): ReactNode {
  const creating = useCreateAnnotation();
  const marked = subjects.findIndex((subject) => subject.tagId !== null && subject.tagId === tagId);
  const [chosen, setChosen] = useState(Math.max(0, marked));
  return (
    <AnnotationForm
      title="New annotation"
      first={{ start: toIso(range.from), end: toIso(range.to), text: '' }}
      saving={creating}
      onClose={onClose}
      onSave={(content) => {
        const { twinId, tagId: ofTag } = subjects[chosen]!;
        creating.mutate({ twinId, tagId: ofTag, ...content }, { onSuccess: onClose });
      }}
    >
      <SelectField
        label="Shown on all charts of"
        value={String(chosen)}
        choices={subjects.map(({ name }, index) => ({ value: String(index), label: name }))}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
    </AnnotationForm>
  );
}

export function AnnotationDialog({
  annotation,
  onClose,
}: {
  annotation: Annotation;
  onClose(): void;
}): ReactNode {
  const updating = useUpdateAnnotation(annotation);
  const { start, end, text, version } = annotation;
  return (
    <AnnotationForm
      title={`Annotation of ${annotation.subject}`}
      first={{ start, end, text }}
      saving={updating}
      onClose={onClose}
      onSave={(content) => updating.mutate({ ...content, version }, { onSuccess: onClose })}
    />
  );
}

function AnnotationForm({
  title,
  first,
  saving,
  children,
  onSave,
  onClose,
}: {
  title: string;
  first: { start: string; end: string; text: string };
  saving: { isPending: boolean; error: Error | null };
  /** Further fields. */
  children?: ReactNode;
  onSave(content: { start: number; end: number; text: string }): void;
  onClose(): void;
}): ReactNode {
  const [start, setStart] = useState<string | null>(first.start);
  const [end, setEnd] = useState<string | null>(first.end);
  const [text, setText] = useState(first.text);
  const [isTried, setIsTried] = useState(false);
  const problems = { ...rangeProblems(start, end), text: textRule(text) ?? undefined };
  const shown = isTried ? problems : { start: undefined, end: undefined, text: undefined };
  const save = (): void => {
    setIsTried(true);
    if (start === null || end === null || problems.end !== undefined || problems.text !== undefined) return;
    onSave({ start: Date.parse(start), end: Date.parse(end), text });
  };
  return (
    <AppDialog
      title={title}
      busy={saving.isPending}
      dirty={text !== first.text || start !== first.start || end !== first.end}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Save annotation
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        noValidate
        sx={{ py: 3, gap: 3 }}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Text"
          multiline
          minRows={2}
          required
          autoFocus
          value={text}
          error={shown.text}
          onChange={({ target }) => setText(target.value)}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, '& > *': { flex: 1 } }}>
          <DateTimeInput label="From" value={start} onChange={setStart} error={shown.start} />
          <DateTimeInput label="To" value={end} onChange={setEnd} error={shown.end} />
        </Stack>
        {children}
        <ErrorState error={saving.error} fallback="The annotation could not be saved." />
      </Stack>
    </AppDialog>
  );
}
