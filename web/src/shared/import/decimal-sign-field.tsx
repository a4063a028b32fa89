import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';

/** The decimal sign of a file's numbers. */
export function DecimalSignField({
  sign,
  onSign,
}: {
  /** Null to detect it from the numbers. */
  sign: DecimalSign | null;
  onSign: (sign: DecimalSign | null) => void;
}): ReactNode {
  return (
    <SelectField
      label="Decimal sign"
      choices={decimalSigns}
      value={sign ?? ''}
      onChange={({ target }) => onSign(target.value === '' ? null : (target.value as DecimalSign))}
    />
  );
}

const decimalSigns = [
  { value: '', label: 'Detect automatically' },
  { value: '.', label: 'Point: 1,000 is one thousand' },
  { value: ',', label: 'Comma: 1,000 is one' },
];
