import type { Db } from '../../../platform/database/database.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { carryOutRows, cleanImport, createCellNumbers, readRows } from '../../jobs/row-import/service.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import { listParametersOfTwins, readRanges, updateValuesIn } from '../parameter/service.ts';
import { columns } from './columns.ts';
import { type PlannedValue, planRows } from './plan.ts';
import { type ParameterImportInput, parameterImport } from './service.ts';
import { selectTwinsByAsset } from './store.ts';

/** Number of values written per transaction. */
const rowsPerRun = 500;

/** Executes commands of type import-parameters. */
export const importParameters: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as ParameterImportInput;
  const source = await openUploadedRows(db, input.fileId, input.fileName);
  const rows = await readRows(source.rows, columns, ['uniqueId', 'parameter', 'value']);
  const twins = await selectTwinsByAsset(db, [...new Set(rows.map(({ cells }) => cells.uniqueId ?? ''))]);
  const parameters = await listParametersOfTwins(db, [...twins.values()]);
  const known = new Map(
    Array.from(twins, ([uniqueId, twinId]) => [
      uniqueId,
      { twinId, parameters: parameters.get(twinId) ?? [] },
    ]),
  );
  const { separator } = source;
  const numbers = createCellNumbers(rows, ['value'], { separator, decimalSign: input.decimalSign });
  const apply = (transaction: Db, plans: readonly PlannedValue[]) =>
    updateValuesIn(
      transaction,
      input,
      plans.map(({ twinId, parameter, value }) => ({ twinId, name: parameter, value })),
    );
  const run = input.dryRun ? null : apply;
  const planned = planRows(rows, known, numbers, await readRanges(db, [...twins.values()]));
  return { ...(await carryOutRows(call, planned, parameterImport.results, run, { rowsPerRun })) };
}
