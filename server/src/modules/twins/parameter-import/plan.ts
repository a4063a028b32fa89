import type { ParameterValue } from '@twinward/contracts/twins/parameter';
import type { ParameterImportRow } from '@twinward/contracts/twins/parameter-import';
import { parameterProblem } from '@twinward/domain/language';
import type { CellNumbers, FileRow } from '../../jobs/row-import/service.ts';
import type { FindRange, StoredParameter } from '../parameter/service.ts';
import { type ColumnName, toHeading } from './columns.ts';

/** The plan for a row of the file. */
export interface PlannedValue extends ParameterImportRow {
  /** 0 if the row has an error. */
  twinId: number;
  value: ParameterValue | null;
}

/** Plans an import of the rows. @param known the parameters of twins, by the unique id of the asset */
export function planRows(
  rows: readonly FileRow<ColumnName>[],
  known: ReadonlyMap<string, { twinId: number; parameters: readonly StoredParameter[] }>,
  numbers: CellNumbers<ColumnName>,
  findRange: FindRange,
): PlannedValue[] {
  const lines = new Map<string, number>();
  return rows.map((row) => {
    const assetUniqueId = row.cells.uniqueId ?? '';
    const name = row.cells.parameter ?? '';
    const plan: PlannedValue = {
      line: row.line,
      action: 'update',
      assetUniqueId: assetUniqueId.slice(0, 200),
      parameter: name.slice(0, 100),
      message: null,
      twinId: 0,
      value: null,
    };
    const refuse = (message: string): PlannedValue => ({ ...plan, action: 'error', message });
    if (row.problem !== undefined) return refuse(row.problem);
    const twin = known.get(assetUniqueId);
    if (!twin) return refuse(`${toHeading('uniqueId')}: There is no asset with this id that has a twin.`);
    const parameter = twin.parameters.find((one) => one.name === name);
    if (!parameter)
      return refuse(`${toHeading('parameter')}: The twin has no parameter {${plan.parameter}}.`);
    const unit = row.cells.unit ?? '';
    if (unit !== '' && unit !== (parameter.unit ?? '')) {
      const own = parameter.unit === null ? 'has no unit' : `is in ${parameter.unit}`;
      return refuse(`${toHeading('unit')}: The parameter ${own}.`);
    }
    const key = JSON.stringify([assetUniqueId, name]);
    const earlier = lines.get(key);
    if (earlier !== undefined) return refuse(`Row ${earlier} has the same parameter.`);
    lines.set(key, row.line);
    const value = readValue(row, parameter, numbers);
    if (value instanceof Error) return refuse(`${toHeading('value')}: ${value.message}`);
    if (value === parameter.value) return { ...plan, action: 'unchanged', twinId: twin.twinId, value };
    const problem = parameterProblem({ ...parameter, value }, findRange(twin.twinId, parameter));
    if (problem) return refuse(`${toHeading('value')}: ${problem.message}`);
    return { ...plan, twinId: twin.twinId, value };
  });
}

function readValue(
  row: FileRow<ColumnName>,
  { kind }: StoredParameter,
  numbers: CellNumbers<ColumnName>,
): ParameterValue | null | Error {
  const text = (row.cells.value ?? '').trim();
  if (text === '') return null;
  if (kind === 'number') {
    const number = numbers(row, 'value');
    return typeof number === 'string' ? new Error(number) : number;
  }
  return text.toUpperCase();
}
