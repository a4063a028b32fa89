import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody } from '@twinward/contracts/core/list';
import { failureMechanismListId } from '@twinward/contracts/system/value-list';
import {
  type ListedFailureMode,
  maximumExportedFailureModes,
} from '@twinward/contracts/twins/failure-mode-list';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { openFurtherColumns, sheetColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook, type TableCell } from '../../system/file/service.ts';
import { listCaptions } from '../../system/value-list/service.ts';
import { selectFailureModePage } from './list-store.ts';

const rowsPerRead = 1000;

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

interface Column {
  heading: string;
  /** @param mechanisms captions by code */
  read(mode: ListedFailureMode, mechanisms: ReadonlyMap<string, string>): string | number | null;
}

const columns: readonly Column[] = [
  { heading: 'Asset', read: ({ assetName }) => assetName },
  { heading: 'Asset id', read: ({ assetUniqueId }) => assetUniqueId },
  { heading: 'Class', read: ({ assetClassLabel }) => assetClassLabel },
  { heading: 'Failure mode', read: ({ name }) => name },
  {
    heading: 'Mechanism',
    read: ({ mechanism }, mechanisms) => mechanism && (mechanisms.get(mechanism) ?? mechanism),
  },
  { heading: 'Probability (%)', read: ({ probability }) => probability },
  { heading: 'Cost of failure', read: ({ consequence }) => consequence },
  { heading: 'Risk', read: ({ risk }) => risk },
  { heading: 'Protected', read: ({ isProtected }) => yesOrNo(isProtected) },
  {
    heading: 'Protections',
    read: ({ protections }) =>
      protections.map(({ name, active }) => (active ? name : `${name} (inactive)`)).join(', '),
  },
  { heading: 'Twin active', read: ({ twinActive }) => yesOrNo(twinActive) },
  { heading: 'In service', read: ({ inService }) => yesOrNo(inService) },
];

/**
 * Returns the failure modes of a list as a workbook.
 * @throws AppError `too-large` if there are more failure modes than the maximum per workbook.
 */
export async function failureModeWorkbook(
  db: Db,
  { reader, body }: { reader: Permissions; body: ListBody },
): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'failure-mode');
  const rows: TableCell[][] = [];
  const mechanisms = await listCaptions(db, failureMechanismListId);
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, total } = await selectFailureModePage(db, reader, {
      ...body,
      pageNumber,
      pageSize: rowsPerRead,
    });
    if (total > maximumExportedFailureModes) {
      const most = maximumExportedFailureModes.toLocaleString('en-US');
      throw new AppError(
        'too-large',
        `One workbook takes ${most} failure modes. Please choose fewer by filters.`,
      );
    }
    const furtherCells = await further.listCells(reader, records);
    records.forEach((mode, place) => {
      const cells = columns.map(({ read }) => read(mode, mechanisms));
      rows.push([...cells, ...furtherCells[place]!]);
    });
    if (records.length < rowsPerRead) break;
  }
  return createWorkbook([
    { name: 'Failure modes', columns: [...columns, ...further.columns].map(sheetColumn), pages: [rows] },
  ]);
}
