import Stack from '@mui/material/Stack';
import { type Annotation, annotationText } from '@twinward/contracts/twins/annotation';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import type { Range } from '../../ui/chart/range.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { rangeProblems, toIso } from '../../ui/form/range-problems.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
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
  const values: { start: string | null; end: string | null; text: string } = first;
  const form = useDraft(values, ({ start, end, text }) => ({
    ...rangeProblems(start, end),
    text: textRule(text) ?? undefined,
  }));
  const save = (): void => {
    const { start, end, text } = form.draft;
    if (start !== null && end !== null) onSave({ start: Date.parse(start), end: Date.parse(end), text });
  };
  return (
    <FormDialog
      title={title}
      action="Save annotation"
      form={form}
      onSubmit={save}
      submitOnEnter
      saving={saving}
      fallback="The annotation could not be saved."
      onClose={onClose}
    >
      <Field label="Text" multiline minRows={2} required autoFocus {...form.text('text')} />
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, '& > *': { flex: 1 } }}>
        <DateTimeInput label="From" {...form.input('start')} />
        <DateTimeInput label="To" {...form.input('end')} />
      </Stack>
      {children}
    </FormDialog>
  );
}
