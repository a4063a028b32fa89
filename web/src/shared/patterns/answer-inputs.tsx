import type { AnswerExplanation } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { DisplayUnit } from '../units/display-unit.ts';
import { useDisplayUnits } from '../units/use-display-unit.ts';

type Input = AnswerExplanation['inputs'][number];

/** The inputs of an answer: value, bands in the pattern and in normal operation, and contribution. */
export function AnswerInputs({
  explained,
  named,
}: {
  explained: AnswerExplanation;
  /** The pattern with the most votes. */
  named: PatternOfSet | undefined;
}): ReactNode {
  const toDisplayUnit = useDisplayUnits();
  const columns = useMemo(() => buildColumns(named, toDisplayUnit), [named, toDisplayUnit]);
  return (
    <DataTable
      label="Inputs of the answer"
      columns={columns}
      rows={explained.inputs}
      rowKey={({ tagAliasName }) => tagAliasName}
    />
  );
}

function buildColumns(
  named: PatternOfSet | undefined,
  toDisplayUnit: (code: string | null) => DisplayUnit,
): Column<Input>[] {
  const formatValue = ({ value, unit }: Input) =>
    value === null ? 'missing' : shown(value, toDisplayUnit(unit));
  const formatBand = (band: Input['band'], { unit }: Input) =>
    band === null
      ? '–'
      : `${numberIn(band.low, toDisplayUnit(unit))} to ${shown(band.high, toDisplayUnit(unit))}`;
  const ofPattern: Column<Input> = {
    id: 'band',
    header: `5 to 95 % in ${named?.name ?? ''}`,
    cell: (input) => formatBand(input.band, input),
    numeric: true,
    width: '190px',
    wide: true,
  };
  return [
    { id: 'input', header: 'Input', cell: ({ tagAliasName }) => tagAliasName, wraps: true },
    { id: 'value', header: 'Value', cell: formatValue, numeric: true, width: '120px' },
    ...(named === undefined || named.default ? [] : [ofPattern]),
    {
      id: 'normal',
      header: 'Normal range (5 to 95 %)',
      cell: (input) => formatBand(input.normal, input),
      numeric: true,
      width: '190px',
      wide: true,
    },
    ...(named === undefined
      ? []
      : [
          {
            id: 'contribution',
            header: 'Contribution',
            cell: ({ contribution }: Input) => contributionText(contribution),
            numeric: true,
            width: '120px',
          },
        ]),
  ];
}

const numberIn = (value: number, { convert }: DisplayUnit): string => formatNumber(convert(value));
const shown = (value: number, unit: DisplayUnit): string =>
  unit.text === null ? numberIn(value, unit) : `${numberIn(value, unit)} ${unit.text}`;

/** The signed contribution of an input to the answer, in percent of the votes. */
export function contributionText(contribution: number): string {
  const percent = Math.round(100 * contribution);
  return percent === 0 ? '0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}
