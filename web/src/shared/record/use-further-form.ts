import type { FieldChanges, FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { isShown } from '@twinward/domain/records/conditions';
import type { FieldCaptions } from '@twinward/domain/records/show';
import { isEmpty } from '@twinward/domain/rules/rule';
import { useMemo } from 'react';
import { isSame } from '../../ui/dialogs/merge.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { ApiError } from '../api/api-error.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { useSession } from '../session/session-context.tsx';
import { fieldText } from './field-text.tsx';
import { enteredFields, filled, newValues, type RecordValues, valueProblem } from './record-values.ts';
import { useCaptions } from './use-captions.ts';

/** The further fields of a record in its form. The draft contains only values that were set. */
export interface FurtherForm {
  /** The saved record, to which files can be attached; null for a new one. */
  record: { type: SystemType; id: number } | null;
  /** The editable fields. */
  fields: readonly FieldDefinition[];
  captions: FieldCaptions;
  /** All values. For a new record, values missing in the draft are the defaults. */
  toValues(draft: RecordValues): RecordValues;
  /** Validation errors by field name. */
  findProblems(draft: RecordValues): Readonly<Record<string, string>>;
  /** Label and format for the conflict dialog. */
  text: { label: string; text: (draft: RecordValues) => string };
}

/** For objects without further fields. */
export const withoutFurther: FurtherForm = {
  record: null,
  fields: [],
  captions: {},
  toValues: (draft) => draft,
  findProblems: () => ({}),
  text: { label: 'Further fields', text: () => '' },
};

/** @param record null for a new one */
export function useFurtherForm(
  name: SystemType,
  record: { id: number; fields: FieldValues } | null,
): FurtherForm {
  const type = useRecordType(name).data;
  const timeZone = useTimeZone();
  const { user } = useSession();
  const isNew = record === null;
  const fields = useMemo(() => (type === undefined ? [] : enteredFields(type)), [type]);
  const captions = useCaptions(fields, record === null ? [] : [record.fields]);
  const defaults = useMemo(() => {
    if (type === undefined || !isNew) return {};
    const now = new Date();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
    return newValues(type, user.id, today, now.toISOString());
  }, [type, isNew, timeZone, user.id]);
  const toValues = (draft: RecordValues): RecordValues => ({ ...defaults, ...draft });
  return {
    record: record && { type: name, id: record.id },
    fields,
    captions,
    toValues,
    findProblems(draft) {
      const values = toValues(draft);
      return Object.fromEntries(
        fields.flatMap((field) => {
          const problem = valueProblem(field, values[field.name] ?? null, values);
          return problem === null ? [] : [[field.name, problem]];
        }),
      );
    },
    text: {
      label: 'Further fields',
      text: (draft) =>
        fields
          .filter((field) => !isEmpty(draft[field.name]) && isShown(field, filled(draft)))
          .map((field) => `${field.caption}: ${fieldText(field, draft[field.name]!, captions)}`)
          .join(', '),
    },
  };
}

/** The changes of a draft to the further fields of a record; empty if unchanged. @param before null for a new record */
export function furtherChanges(
  draft: RecordValues,
  before: { fields: FieldValues } | null,
): { fields?: FieldChanges } {
  const changed = Object.entries(draft).filter(([name, value]) =>
    before === null ? true : !isSame(value, before.fields[name] ?? null),
  );
  return changed.length === 0 ? {} : { fields: Object.fromEntries(changed) };
}

/** The server's validation errors of further fields, by name. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  const problems = error instanceof ApiError ? (error.body.errors ?? []) : [];
  return Object.fromEntries(
    problems.flatMap(({ path, message }) => {
      const [, name] = /(?:^|\.)fields\.([^.]+)$/.exec(path) ?? [];
      return name === undefined ? [] : [[name, message]];
    }),
  );
}

/** The message of the first invalid further field; undefined if all are valid. */
export const furtherProblem = (form: FurtherForm, draft: RecordValues): string | undefined =>
  Object.values(form.findProblems(draft))[0];

/** Whether all validation errors of the server belong to further fields, which show them. */
export function isOfFields(error: unknown, { fields }: Pick<FurtherForm, 'fields'>): boolean {
  const problems = error instanceof ApiError ? (error.body.errors ?? []) : [];
  const names = new Set(fields.map(({ name }) => name));
  const refused = Object.keys(refusedFields(error)).filter((name) => names.has(name));
  return problems.length > 0 && refused.length === problems.length;
}
