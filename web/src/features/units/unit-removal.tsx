import Typography from '@mui/material/Typography';
import type { Unit } from '@twinward/contracts/system/unit';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDeleteUnit, useReplaceUnit, useUnitUses } from './api.ts';
import { unitLabel, usesText } from './unit-words.ts';

/** Asks for confirmation to delete a custom unit. The server rejects a unit in use. */
export function DeleteUnit({ unit, onClose }: { unit: Unit; onClose(): void }): ReactNode {
  const removal = useDeleteUnit();
  return (
    <ConfirmDialog
      title={`Delete ${unit.code}?`}
      yes="Delete"
      busy={removal.isPending}
      onYes={() => removal.mutate(unit.id, { onSuccess: onClose })}
      onNo={onClose}
    >
      {removal.error
        ? failureMessage(removal.error, 'The unit could not be deleted.')
        : 'A unit that is used by tags, inputs or logic cannot be deleted. Replace it first.'}
    </ConfirmDialog>
  );
}

/** Asks for the unit that replaces another wherever it is used. Only units with the same conversion are offered. */
export function ReplaceUnit({
  unit,
  units,
  onClose,
}: {
  unit: Unit;
  /** The units of its category. */
  units: readonly Unit[];
  onClose(): void;
}): ReactNode {
  const uses = useUnitUses(unit.id);
  const replacing = useReplaceUnit(unit);
  const equal = units.filter(
    ({ id, factor, offset, isDeprecated }) =>
      id !== unit.id && factor === unit.factor && offset === unit.offset && !isDeprecated,
  );
  const [by, setBy] = useState(equal[0]?.id ?? 0);
  return (
    <FormDialog
      title={`Replace ${unit.name}`}
      action="Replace"
      onSubmit={() => replacing.mutate(by, { onSuccess: onClose })}
      disabled={by === 0}
      saving={replacing}
      fallback="The unit could not be replaced."
      onClose={onClose}
    >
      <Loaded query={uses} rows={1} fallback="The uses of the unit could not be loaded.">
        {(found) => (
          <Typography>
            {found.length === 0 ? 'The unit is not used.' : `Used by ${usesText(found)}.`} It will be
            deprecated.
          </Typography>
        )}
      </Loaded>
      {equal.length === 0 ? (
        <Typography>
          No other unit has the same factor and offset. Add one, or change the unit of each tag and input
          (this converts their values).
        </Typography>
      ) : (
        <SelectField
          label="Replace with"
          choices={equal.map((one) => ({ value: String(one.id), label: `${one.code}: ${unitLabel(one)}` }))}
          value={String(by)}
          onChange={(event) => setBy(Number(event.target.value))}
        />
      )}
    </FormDialog>
  );
}
