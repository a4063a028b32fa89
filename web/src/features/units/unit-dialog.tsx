import Box from '@mui/material/Box';
import { type NewUnit, newUnit, type Unit, type UnitCategory } from '@twinward/contracts/system/unit';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { useSaveUnit, useUnitUses } from './api.ts';
import { UnitConverter } from './unit-converter.tsx';
import { usesText } from './unit-words.ts';

const rules = schemaRules(newUnit.shape, ['code', 'name', 'abbreviation', 'description', 'factor', 'offset']);

type Draft = Omit<NewUnit, 'factor' | 'offset'> & { factor: number | null; offset: number | null };

/** Adds or edits a unit of a category. */
export function UnitDialog(props: UnitDialogProps): ReactNode {
  return props.unit && !props.unit.isStandard ? (
    <WithUses {...props} unit={props.unit} />
  ) : (
    <Form {...props} uses="" />
  );
}

interface UnitDialogProps {
  category: UnitCategory;
  unit: Unit | null;
  /** The base unit of the category; undefined for the first unit. */
  base: Unit | undefined;
  onClose(): void;
}

function WithUses(props: UnitDialogProps & { unit: Unit }): ReactNode {
  const uses = useUnitUses(props.unit.id);
  return (
    <Loaded query={uses} rows={0} fallback="The uses of the unit could not be loaded.">
      {(found) => <Form {...props} uses={usesText(found)} />}
    </Loaded>
  );
}

/** @param uses text of the uses of the unit; empty if unused */
function Form({ category, unit, base, uses, onClose }: UnitDialogProps & { uses: string }): ReactNode {
  const first: Draft = {
    categoryId: category.id,
    code: unit?.code ?? '',
    name: unit?.name ?? '',
    abbreviation: unit?.abbreviation ?? '',
    description: unit?.description ?? '',
    factor: unit?.factor ?? 1,
    offset: unit?.offset ?? 0,
    isDeprecated: unit?.isDeprecated ?? false,
  };
  const form = useDraft(first, (draft) => fieldMessages(draft, rules));
  const { draft } = form;
  const saving = useSaveUnit(unit);
  const isStandard = unit?.isStandard ?? false;
  const isFixed = isStandard || uses !== '';
  const isBase = base === undefined || base.id === unit?.id;
  const { factor, offset } = draft;
  const canConvert = base !== undefined && !isBase && factor !== null && factor > 0 && offset !== null;
  return (
    <FormDialog
      title={unit ? unit.name : `Add unit of ${category.name.toLowerCase()}`}
      action="Save unit"
      form={form}
      onSubmit={() => saving.mutate(draft as NewUnit, { onSuccess: onClose })}
      saving={saving}
      fallback="The unit could not be saved."
      maxWidth="md"
      onClose={onClose}
    >
      {isStandard ? (
        <Muted>Built-in unit. Its names and conversion cannot be changed.</Muted>
      ) : uses === '' ? null : (
        <Muted>Used by {uses}. Its code and conversion cannot be changed.</Muted>
      )}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
        <Field
          label="UCUM code"
          hint="Code used in tags and files, for example m3/h or [gal_us]"
          required
          spellCheck={false}
          {...form.text('code')}
          readOnly={isFixed}
        />
        <Field label="Name" required {...form.text('name')} readOnly={isStandard} />
        <Field
          label="Abbreviation"
          hint="Shown on screens"
          required
          {...form.text('abbreviation')}
          readOnly={isStandard}
        />
      </Box>
      <Field label="Description" {...form.text('description')} />
      {isBase ? (
        <Muted>This is the base unit of the category. Factors of other units convert to it.</Muted>
      ) : (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
          <NumberField
            label="Factor"
            hint={`A value in ${base.abbreviation} is (value + offset) × factor.`}
            {...form.input('factor')}
            readOnly={isFixed}
          />
          <NumberField
            label="Offset"
            hint="For units with another zero point, for example 273.15 for °C"
            {...form.input('offset')}
            readOnly={isFixed}
          />
        </Box>
      )}
      {canConvert ? (
        <UnitConverter
          units={[
            {
              id: -1,
              label: draft.abbreviation || 'This unit',
              name: draft.name,
              categoryId: category.id,
              factor,
              offset,
            },
            { ...base, label: base.abbreviation },
          ]}
          first={-1}
          second={base.id}
        />
      ) : null}
      <SwitchField label="Deprecated: not offered for new choices" {...form.toggle('isDeprecated')} />
    </FormDialog>
  );
}
