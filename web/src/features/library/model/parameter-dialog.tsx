import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ParameterDeclaration, parameterDeclaration } from '@twinward/contracts/twins/parameter';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { VersionedDialog } from '../../../shared/form/versioned-dialog.tsx';
import { UnitField } from '../../../shared/units/unit-field.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FieldGrid } from '../../../ui/form/field-grid.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { partIn, withParameterRenamed, withPart } from './definition.ts';
import type { Edited, ModelDraft } from './use-model-draft.ts';

type Draft = Omit<ParameterDeclaration, 'id'>;
type EditedParameter = Draft & Edited;

const blank: Draft = {
  name: '',
  description: '',
  kind: 'number',
  unit: null,
  minimum: null,
  maximum: null,
  default: null,
};

const toDraft = ({ id: _, version: __, ...draft }: EditedParameter): Draft => draft;

const read = (model: TwinModel, id: number): EditedParameter | undefined => {
  const found = partIn(model.definition, 'parameters', id);
  return found && { ...found, version: model.version };
};

const texts: FieldTexts<Draft> = {
  name: { label: 'Name', text: asTyped },
  description: { label: 'Description', text: asTyped },
  kind: { label: 'Kind', text: asTyped },
  unit: { label: 'Unit', text: (unit) => unit ?? '' },
  minimum: { label: 'Minimum', text: (value) => String(value ?? '') },
  maximum: { label: 'Maximum', text: (value) => String(value ?? '') },
  default: { label: 'Default', text: (value) => String(value ?? '') },
};

const rules = schemaRules(parameterDeclaration.shape, ['name', 'description', 'unit', 'minimum', 'maximum']);

/** Validation errors of a draft, by field. @param others names of the other parameters */
function findProblems(draft: Draft, others: readonly string[]): Partial<Record<keyof Draft, string>> {
  const { kind, minimum, maximum, default: value } = draft;
  const isOutside =
    typeof value === 'number' &&
    ((minimum !== null && value < minimum) || (maximum !== null && value > maximum));
  return {
    ...(minimum !== null && maximum !== null && minimum > maximum
      ? { maximum: 'The maximum is below the minimum.' }
      : {}),
    ...(isOutside ? { default: 'The default is outside the range.' } : {}),
    ...(typeof value === 'number' && Number.isNaN(value) && kind === 'number'
      ? { default: 'Please enter a number.' }
      : {}),
    ...(others.includes(draft.name.trim()) ? { name: 'Please enter a unique value.' } : {}),
    ...fieldMessages(draft, rules),
  };
}

/** Creates or edits a parameter of a model. */
export function ParameterDialog({
  draft: { model, readOnly, save },
  parameter,
  onClose,
}: {
  draft: ModelDraft;
  /** Null for a new parameter. */
  parameter: ParameterDeclaration | null;
  onClose(): void;
}): ReactNode {
  const others = model.definition.parameters.flatMap(({ id, name }) => (id === parameter?.id ? [] : [name]));
  const edit = useVersioned<EditedParameter, Draft>({
    what: 'The parameter',
    record: { ...(parameter ?? { id: 0, ...blank }), version: model.version },
    toDraft,
    texts,
    send: (next, base) =>
      save(base, read, ({ definition }, id) => ({
        definition: withPart(
          base.id === 0 ? definition : withParameterRenamed(definition, base.name, next.name.trim()),
          'parameters',
          { id, ...next },
        ),
      })),
    findProblems: (draft) => findProblems(draft, others),
    readOnly,
    onResolved: onClose,
  });
  const { draft, problems, change } = edit;
  return (
    <VersionedDialog
      title={parameter === null ? 'New parameter' : `Parameter ${parameter.name}`}
      edit={edit}
      fallback="The parameter could not be saved."
      readOnly={readOnly}
      onClose={onClose}
    >
      <Field label="Name" hint="Used in logic in braces, as in {trip}" required {...edit.text('name')} />
      <Field label="Description" multiline maxRows={4} {...edit.text('description')} />
      <SelectField
        label="Kind"
        value={draft.kind}
        choices={[
          { value: 'number', label: 'Number' },
          { value: 'interval', label: 'Length of time' },
        ]}
        disabled={readOnly}
        onChange={(event) =>
          change({
            kind: event.target.value as Draft['kind'],
            unit: null,
            minimum: null,
            maximum: null,
            default: null,
          })
        }
      />
      {draft.kind === 'interval' ? (
        <DurationInput
          label="Default"
          hint="Leave empty to require a value on each twin"
          units={['seconds', 'minutes', 'hours', 'days', 'weeks']}
          defaultUnit="hours"
          value={typeof draft.default === 'string' ? draft.default : null}
          readOnly={readOnly}
          error={problems.default}
          onChange={(value) => change({ default: value })}
        />
      ) : (
        <>
          <UnitField
            name="unit"
            value={draft.unit ?? ''}
            error={problems.unit}
            onChange={({ target }) => change({ unit: (target as HTMLInputElement).value.trim() || null })}
            onBlur={() => {}}
          />
          <FieldGrid columns={3}>
            <NumberField label="Minimum" {...edit.input('minimum')} />
            <NumberField label="Maximum" {...edit.input('maximum')} />
            <NumberField
              label="Default"
              hint="Leave empty to require a value on each twin"
              value={typeof draft.default === 'number' ? draft.default : null}
              readOnly={readOnly}
              error={problems.default}
              onChange={(value) => change({ default: value })}
            />
          </FieldGrid>
        </>
      )}
    </VersionedDialog>
  );
}
