import type { fieldError } from '@twinward/contracts/core/error';
import { type NewTag, newTag, type Tag, type TagChange } from '@twinward/contracts/signals/tag';
import { aliasName, type CalculationInput } from '@twinward/contracts/twins/tag-alias';
import { aliasReferences } from '@twinward/domain/language';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRule, schemaRules } from '@twinward/domain/rules/schema-rules';
import type { z } from 'zod';
import type { RecordValues } from '../../../shared/record/record-values.ts';
import { furtherChanges } from '../../../shared/record/use-further-form.ts';
import type { FieldTexts } from '../../../ui/dialogs/merge.ts';

/** A name available to the logic, and its tag. */
export interface DraftInput {
  name: string;
  tag: { id: number; name: string } | null;
  /** UCUM code of the unit to read; null for the tag's own unit. */
  unit: string | null;
}

/** A calculated tag being edited. */
export interface Draft {
  name: string;
  caption: string;
  unit: string;
  description: string;
  logic: string;
  inputs: readonly DraftInput[];
  /** Values of further fields, by name. */
  fields: RecordValues;
}

export function toDraft(tag: Tag | null): Draft {
  return {
    name: tag?.name ?? '',
    caption: tag?.caption ?? '',
    unit: tag?.unit ?? '',
    description: tag?.description ?? '',
    logic: tag?.logic ?? '',
    inputs: (tag?.aliases ?? []).map(({ name, mappedTagId, mappedTagName, unit }) => ({
      name,
      unit,
      tag: mappedTagId === null ? null : { id: mappedTagId, name: mappedTagName ?? '' },
    })),
    fields: tag?.fields ?? {},
  };
}

/** The tag's own inputs, then the twin's inputs with other names. */
export function usableInputs(
  draft: Pick<Draft, 'inputs'>,
  ofTwin: readonly CalculationInput[],
): DraftInput[] {
  const own = new Set(draft.inputs.map(({ name }) => name));
  return [
    ...draft.inputs,
    ...ofTwin
      .filter(({ name }) => !own.has(name))
      .map(({ name, mappedTagId, mappedTagName, unit }) => ({
        name,
        unit,
        tag: { id: mappedTagId, name: mappedTagName },
      })),
  ];
}

/** Validation errors of the draft by field; errors of inputs under `inputs.0` etc. */
export type DraftProblems = ReadonlyMap<string, string>;

const rules = schemaRules(newTag.shape, ['name', 'caption', 'unit', 'description']);
const inputName = schemaRule(aliasName);

export function draftProblems(draft: Draft): DraftProblems {
  const names = draft.inputs.map(({ name }) => name.trim());
  const inputs = draft.inputs.flatMap(({ name }, index): [string, string][] => {
    const isTaken = names.indexOf(name.trim()) !== index;
    const message = inputName(name) ?? (isTaken ? 'Please enter a unique value.' : null);
    return message === null ? [] : [[`inputs.${index}`, message]];
  });
  return new Map([...Object.entries(fieldMessages(draft, rules)), ...inputs]);
}

/** Maps the server's errors to fields of the draft. Tags are created in a list of one. */
export function serverProblems(errors: readonly z.infer<typeof fieldError>[]): DraftProblems {
  return new Map(
    errors.map(({ path, message }) => [
      path
        .replace(/^0\./, '')
        .replace(/^aliases\b/, 'inputs')
        .replace(/^(inputs\.\d+)\..*/, '$1'),
      message,
    ]),
  );
}

/** Whether a field shows its own error. Errors of the logic are shown beside the logic. */
export const isAtField = (path: string): boolean => path in rules || /^(inputs\.\d+$|fields\.)/.test(path);

/** UCUM code of a draft's results; null for none. */
export const toUnit = ({ unit }: Draft): string | null => (unit.trim() === '' ? null : unit.trim());

type Writable = Omit<TagChange, 'version'>;

/** The request to save a draft. The twin's inputs that the logic refers to are copied to the tag. */
export function toWritable(draft: Draft, ofTwin: readonly CalculationInput[], base: Tag | null): Writable {
  const named = new Set(aliasReferences(draft.logic).map(({ name }) => name));
  const own = new Set(draft.inputs.map(({ name }) => name));
  return {
    name: draft.name,
    caption: draft.caption,
    unit: toUnit(draft),
    description: draft.description,
    keywords: base?.keywords ?? [],
    source: base?.source ?? null,
    assetIds: base?.assetIds ?? [],
    ...furtherChanges(draft.fields, base),
    logic: draft.logic,
    aliases: usableInputs(draft, ofTwin)
      .filter(({ name }) => own.has(name) || named.has(name))
      .map(({ name, tag, unit }) => ({ name, mappedTagId: tag?.id ?? null, unit })),
  };
}

export const toNewTag = (draft: Draft, ofTwin: readonly CalculationInput[], assetId: number): NewTag => {
  const { logic = '', aliases = [], ...rest } = toWritable(draft, ofTwin, null);
  return { ...rest, type: 'calculated', logic, aliases, assetIds: [assetId] };
};

/** Labels and formats of the fields in the conflict dialog. */
export const draftTexts: Omit<FieldTexts<Draft>, 'fields'> = {
  name: { label: 'Name', text: (name) => name },
  caption: { label: 'Caption', text: (caption) => caption },
  unit: { label: 'Unit', text: (unit) => unit },
  description: { label: 'Description', text: (description) => description },
  logic: { label: 'Logic', text: (logic) => logic },
  inputs: {
    label: 'Inputs',
    text: (inputs) => inputs.map(({ name, tag }) => `[${name}] ${tag?.name ?? 'without a tag'}`).join('\n'),
  },
};
