import Typography from '@mui/material/Typography';
import { aliasReferences } from '@twinward/domain/language/references';
import type { ReactNode } from 'react';
import { useDisplayUnits } from './use-display-unit.ts';

/** An input of logic, with the UCUM code of its tag's measured unit. */
export interface MeasuredInput {
  alias: string;
  unit: string | null;
}

/** The distinct inputs with a unit that logic refers to. */
export function measuredIn(logic: string, inputs: readonly MeasuredInput[]): MeasuredInput[] {
  return inputs.filter(isNamedIn(logic)).filter(({ unit }) => unit !== null);
}

/** The common unit of all inputs of logic; null if they differ or have none. */
export function commonUnit(logic: string, inputs: readonly MeasuredInput[]): string | null {
  const units = new Set(inputs.filter(isNamedIn(logic)).map(({ unit }) => unit));
  return units.size === 1 ? [...units][0]! : null;
}

function isNamedIn(logic: string): (input: MeasuredInput) => boolean {
  const names = new Set(aliasReferences(logic).map(({ name }) => name));
  return ({ alias }) => names.has(alias);
}

/** The units of the numbers in logic, and the display units of its inputs. */
export function LogicUnits({
  logic,
  inputs,
}: {
  logic: string;
  inputs: readonly MeasuredInput[];
}): ReactNode {
  const toDisplayUnit = useDisplayUnits();
  const texts = measuredIn(logic, inputs).flatMap(({ alias, unit }) => {
    const { text, convertedFrom, measured } = toDisplayUnit(unit);
    if (measured === null) return [];
    return [
      `[${alias}] in ${measured}${convertedFrom === null || text === null ? '' : `, shown in ${text}`}`,
    ];
  });
  if (texts.length === 0) return null;
  return (
    <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
      {texts.join('; ')}
    </Typography>
  );
}
