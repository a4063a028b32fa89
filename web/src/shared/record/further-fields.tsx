import Box from '@mui/material/Box';
import type { FieldValue } from '@twinward/contracts/records/field';
import { isRequired, isShown } from '@twinward/domain/records/conditions';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { focusFirstError } from '../../ui/form/error-focus.ts';
import { FieldInput } from './field-input.tsx';
import { FieldSections } from './field-sections.tsx';
import { filled, type RecordValues } from './record-values.ts';
import { type FurtherForm, refusedFields } from './use-further-form.ts';

/** Inputs of the further fields of a record. Shows the error of a field after its blur, or after a save attempt. */
export function FurtherFields({
  form,
  draft,
  isTried,
  failure,
  readOnly = false,
  isOwned = () => false,
  onChange,
  ref,
}: {
  form: FurtherForm;
  draft: RecordValues;
  isTried: boolean;
  /** Error of the last save. */
  failure?: unknown;
  readOnly?: boolean;
  /** Whether a field comes from another system and is read-only. */
  isOwned?: (name: string) => boolean;
  onChange: (draft: RecordValues) => void;
  /** Focuses the first field with an error. */
  ref?: Ref<{ focus(): void }>;
}): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => focusFirstError(root.current),
  }));
  const values = form.toValues(draft);
  const shown = form.fields.filter((field) => isShown(field, filled(values)));
  const problems = form.findProblems(draft);
  const refused = refusedFields(failure);
  if (shown.length === 0) return null;
  return (
    <Box ref={root} sx={{ display: 'grid', rowGap: 4 }}>
      <FieldSections fields={shown}>
        {(field) => (
          <FieldInput
            field={field}
            captions={form.captions}
            label={isRequired(field, filled(values)) ? `${field.caption} *` : field.caption}
            hint={field.helpText || undefined}
            error={
              (isTried || left.has(field.name) ? problems[field.name] : undefined) ?? refused[field.name]
            }
            readOnly={readOnly || isOwned(field.name)}
            value={values[field.name] ?? null}
            onChange={(value: FieldValue | null) => onChange({ ...draft, [field.name]: value })}
            onBlur={() => setLeft(new Set([...left, field.name]))}
          />
        )}
      </FieldSections>
    </Box>
  );
}
