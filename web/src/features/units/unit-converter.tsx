import Box from '@mui/material/Box';
import type { ConvertibleUnit } from '@twinward/domain/units/conversion';
import { conversionBetween, createConverter } from '@twinward/domain/units/conversion';
import { type ReactNode, useState } from 'react';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';

/** A unit to convert from or to. */
export interface ConverterUnit extends ConvertibleUnit {
  id: number;
  label: string;
}

/** Converts a value between two units. Either side can be edited. */
export function UnitConverter({
  units,
  first,
  second,
}: {
  units: readonly ConverterUnit[];
  /** Id of the initial unit. */
  first: number;
  second: number;
}): ReactNode {
  const [ids, setIds] = useState<readonly [number, number]>([first, second]);
  const [typed, setTyped] = useState<{ side: 0 | 1; value: number | null }>({ side: 0, value: 1 });
  const chosen = ids.map((id) => units.find((unit) => unit.id === id) ?? units[0]!);
  const other = typed.side === 0 ? 1 : 0;
  const conversion = conversionBetween(chosen[typed.side]!, chosen[other]!);
  const isNumber = typed.value !== null && Number.isFinite(typed.value);
  const converted = isNumber && conversion ? createConverter(conversion)(typed.value!) : null;
  const sides = (['From', 'To'] as const).map((label, side) => (
    <Box key={label} sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' }}>
      <NumberField
        label={label === 'From' ? 'Value' : 'Is'}
        value={typed.side === side ? typed.value : converted}
        onChange={(value) => setTyped({ side: side as 0 | 1, value })}
      />
      <SelectField
        label={label === 'From' ? 'Unit' : 'In'}
        choices={units.map(({ id, label: text }) => ({ value: String(id), label: text }))}
        value={String(chosen[side]!.id)}
        onChange={(event) => {
          const id = Number(event.target.value);
          setIds(side === 0 ? [id, ids[1]] : [ids[0], id]);
        }}
      />
    </Box>
  ));
  return (
    <Box
      role="group"
      aria-label="Converter"
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { md: 'repeat(2, minmax(0, 1fr))' },
        maxWidth: 960,
      }}
    >
      {sides}
    </Box>
  );
}
