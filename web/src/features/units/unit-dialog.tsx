import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type NewUnit, newUnit, type Unit, type UnitCategory } from '@twinward/contracts/system/unit';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
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
  const [first] = useState<Draft>(() => ({
    categoryId: category.id,
    code: unit?.code ?? '',
    name: unit?.name ?? '',
    abbreviation: unit?.abbreviation ?? '',
    description: unit?.description ?? '',
    factor: unit?.factor ?? 1,
    offset: unit?.offset ?? 0,
    isDeprecated: unit?.isDeprecated ?? false,
  }));
  const [draft, setDraft] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const saving = useSaveUnit(unit);
  const problems = fieldMessages(draft, rules);
  const shown = isTried ? problems : {};
  const isStandard = unit?.isStandard ?? false;
  const isFixed = isStandard || uses !== '';
  const isBase = base === undefined || base.id === unit?.id;
  const change = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
  const save = (): void => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    saving.mutate(draft as NewUnit, { onSuccess: onClose });
  };
  const { factor, offset } = draft;
  const canConvert = base !== undefined && !isBase && factor !== null && factor > 0 && offset !== null;
  return (
    <AppDialog
      title={unit ? unit.name : `Add unit of ${category.name.toLowerCase()}`}
      maxWidth="md"
      busy={saving.isPending}
      dirty={draft !== first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            Save unit
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        {isStandard ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Built-in unit. Its names and conversion cannot be changed.
          </Typography>
        ) : uses === '' ? null : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Used by {uses}. Its code and conversion cannot be changed.
          </Typography>
        )}
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
          <Field
            label="UCUM code"
            hint="Code used in tags and files, for example m3/h or [gal_us]"
            required
            spellCheck={false}
            readOnly={isFixed}
            value={draft.code}
            error={shown.code}
            onChange={(event) => change({ code: event.target.value })}
          />
          <Field
            label="Name"
            required
            readOnly={isStandard}
            value={draft.name}
            error={shown.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label="Abbreviation"
            hint="Shown on screens"
            required
            readOnly={isStandard}
            value={draft.abbreviation}
            error={shown.abbreviation}
            onChange={(event) => change({ abbreviation: event.target.value })}
          />
        </Box>
        <Field
          label="Description"
          value={draft.description}
          error={shown.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        {isBase ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            This is the base unit of the category. Factors of other units convert to it.
          </Typography>
        ) : (
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
            <NumberField
              label="Factor"
              hint={`A value in ${base.abbreviation} is (value + offset) × factor.`}
              readOnly={isFixed}
              value={draft.factor}
              error={shown.factor}
              onChange={(next) => change({ factor: next })}
            />
            <NumberField
              label="Offset"
              hint="For units with another zero point, for example 273.15 for °C"
              readOnly={isFixed}
              value={draft.offset}
              error={shown.offset}
              onChange={(next) => change({ offset: next })}
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
        <SwitchField
          label="Deprecated: not offered for new choices"
          checked={draft.isDeprecated}
          readOnly={false}
          onChange={(isDeprecated) => change({ isDeprecated })}
        />
        <ErrorState error={saving.error} fallback="The unit could not be saved." />
      </Stack>
    </AppDialog>
  );
}
