import type { Readable } from 'node:stream';
import type { AssetImportRow } from '@twinward/contracts/assets/asset-import';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Actor } from '../../../platform/actor.ts';
import { csvOfRows, readImport } from '../../jobs/row-import/service.ts';
import { findResultPage, findResultsAfter } from './store.ts';

export const commandType = 'import-assets';

/** What became, or would become, of each row. @throws AppError `not-found` unless it is an own import. */
export async function readResults(
  actor: Actor,
  commandId: string,
  request: ListRequest,
): Promise<Page<AssetImportRow>> {
  await readImport(actor, commandType, commandId);
  return findResultPage(actor.tenant.db, commandId, request);
}

/** The same as csv, piece by piece. */
export async function readResultsCsv(
  actor: Actor,
  commandId: string,
): Promise<{ fileName: string; csv: Readable }> {
  const { targetName } = await readImport(actor, commandType, commandId);
  const csv = csvOfRows<AssetImportRow>(
    [
      ['unique id', (row) => row.uniqueId],
      ['name', (row) => row.assetName],
    ],
    (line) => findResultsAfter(actor.tenant.db, commandId, line, 1000),
  );
  return { fileName: targetName, csv };
}
