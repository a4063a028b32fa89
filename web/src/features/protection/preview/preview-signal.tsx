import { type ComponentProps, type ReactNode, useMemo } from 'react';
import type { TwinInput } from '../../../shared/protection/draft.ts';
import { inputUnit } from '../../../shared/units/input-unit.ts';
import { ProtectionSignal } from '../protection-signal.tsx';
import type { Preview } from './use-preview.ts';

const chartHeight = 160;

/** The chart of an input, with the limits of the edited thresholds. */
export function PreviewSignal({
  input,
  result,
  ...chart
}: {
  input: TwinInput;
  result: NonNullable<Preview['result']>;
} & Omit<ComponentProps<typeof ProtectionSignal>, 'input' | 'protection' | 'height'>): ReactNode {
  const { name, mappedTagName: tagName } = input;
  const tagId = input.mappedTagId!;
  const unit = inputUnit(input);
  const protection = useMemo(
    () => ({
      id: 0,
      name: '',
      inputs: [{ alias: name, tagId, unit }],
      thresholds: result.definition.thresholds.map((threshold, id) => ({ ...threshold, id })),
    }),
    [name, tagId, unit, result.definition],
  );
  return (
    <ProtectionSignal
      {...chart}
      input={{ name, tagId, tagName, unit }}
      protection={protection}
      height={chartHeight}
    />
  );
}
