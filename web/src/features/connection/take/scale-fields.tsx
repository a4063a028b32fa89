import { type ReactNode, useState } from 'react';
import { NumberField } from '../../../ui/form/number-field.tsx';

/** The conversion of a delivered value to the value of the tag. */
interface Scale {
  factor: number | null;
  offset: number | null;
  problem: string | null;
  set(change: { factor?: number | null; offset?: number | null }): void;
}

export function useScale(): Scale {
  const [scale, setScale] = useState<{ factor: number | null; offset: number | null }>({
    factor: 1,
    offset: 0,
  });
  const { factor, offset } = scale;
  const isNumber = (value: number | null) => value !== null && Number.isFinite(value);
  return {
    ...scale,
    problem:
      !isNumber(factor) || !isNumber(offset)
        ? 'Please enter a number.'
        : factor === 0
          ? 'Please enter a number other than 0.'
          : null,
    set: (change) => setScale((now) => ({ ...now, ...change })),
  };
}

export const ScaleFields = ({ scale }: { scale: Scale }): ReactNode => (
  <>
    <NumberField
      label="Factor"
      hint="value = factor × delivered + offset"
      value={scale.factor}
      error={scale.problem ?? undefined}
      onChange={(factor) => scale.set({ factor })}
    />
    <NumberField label="Offset" value={scale.offset} onChange={(offset) => scale.set({ offset })} />
  </>
);
