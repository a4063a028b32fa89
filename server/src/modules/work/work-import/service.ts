import type { Readable } from 'node:stream';
import {
  type WorkImportOptions,
  type WorkImportRow,
  workImportOptions,
} from '@twinward/contracts/assets/work-import';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { isTimeZone } from '@twinward/domain/time-zone';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { csvOfRows, type RowImportInput, readImport } from '../../jobs/row-import/service.ts';
import { findResultPage, findResultsAfter } from './store.ts';

export const commandType = 'import-work';

/** What an import's command keeps of its call. */
export type WorkImportInput = WorkImportOptions & RowImportInput;

/** Checks the fields that go with a file. @throws AppError naming the one that is wrong. */
export function optionsOf(fields: Record<string, unknown>): WorkImportOptions {
  const parsed = workImportOptions.safeParse(fields);
  if (!parsed.success) {
    refuseProblems(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }
  const options = workImportOptions.parse(fields);
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please give an IANA name, as in Europe/Berlin.`,
    );
  }
  return options;
}

/** What became, or would become, of each row. @throws AppError `not-found` unless it is an own import. */
export async function readResults(
  actor: Actor,
  commandId: string,
  request: ListRequest,
): Promise<Page<WorkImportRow>> {
  await readImport(actor, commandType, commandId);
  return findResultPage(actor.tenant.db, commandId, request);
}

/** The same as csv, piece by piece. */
export async function readResultsCsv(
  actor: Actor,
  commandId: string,
): Promise<{ fileName: string; csv: Readable }> {
  const { targetName } = await readImport(actor, commandType, commandId);
  const csv = csvOfRows<WorkImportRow>(
    [
      ['tag', (row) => row.tagName],
      ['name', (row) => row.workName],
    ],
    (line) => findResultsAfter(actor.tenant.db, commandId, line, 1000),
  );
  return { fileName: targetName, csv };
}
