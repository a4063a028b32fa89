import { hasAccess } from '@twinward/contracts/access/access';
import type { Page, Paging } from '@twinward/contracts/core/list';
import type { Exchange, PackageAction, PackageImport, PackageRow } from '@twinward/contracts/library/package';
import type { Actor } from '../../../platform/actor.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { pageRequest } from '../../../platform/database/list.ts';
import { AppError } from '../../../platform/errors.ts';
import { getCommand } from '../../jobs/command/service.ts';
import { assertSelection } from './export.ts';
import { calculateHash, manifestName, signatureName, toFileName } from './format.ts';
import { selectImportPage, selectRowPage } from './import-store.ts';
import { getPublicKey } from './key.ts';
import { findKind, packageKinds } from './kinds/index.ts';
import { selectKeys } from './store.ts';

export { resealPrivateKey } from './key.ts';

/** What programs that read and write packages need to know about their files. */
export const packageFormat = { toFileName, calculateHash, manifestName, signatureName };

/** Returns the kinds of records with their counts, and the public key of this database. */
export async function getExchange(actor: Actor): Promise<Exchange> {
  const kinds: Exchange['kinds'] = [];
  for (const kind of packageKinds) {
    const mayUse = hasAccess(actor, kind.access);
    const count = mayUse ? (await selectKeys(actor.tenant.db, kind.name)).length : 0;
    kinds.push({ kind: kind.name, caption: kind.caption, count, mayUse });
  }
  return { publicKey: await getPublicKey(actor.tenant), kinds };
}

/** @throws AppError `invalid-request` for an unknown kind; `forbidden`. */
export async function listKeys(
  actor: Actor,
  { kind, text }: { kind: string; text: string },
  paging: Paging,
): Promise<Page<{ key: string }>> {
  assertSelection(actor, [{ kind, keys: null }]);
  const wanted = text.toLowerCase();
  const keys = (await selectKeys(actor.tenant.db, findKind(kind)!.name)).filter((key) =>
    key.toLowerCase().includes(wanted),
  );
  const { pageNumber, pageSize } = pageRequest(paging);
  const start = (pageNumber - 1) * pageSize;
  return {
    records: keys.slice(start, start + pageSize).map((key) => ({ key })),
    total: keys.length,
  };
}

/**
 * Returns the findings of a check, record by record.
 * @throws AppError `not-found` without such a check of the actor.
 */
export async function listRows(
  actor: Actor,
  commandId: string,
  filter: { action?: PackageAction | undefined; kind?: string | undefined },
  paging: Paging,
): Promise<Page<PackageRow>> {
  if ((await getCommand(actor, commandId)).type !== 'check-package')
    throw new AppError('not-found', 'Check not found.');
  const { rows, total } = await selectRowPage(actor.tenant.db, commandId, filter, pageRequest(paging));
  return {
    records: rows.map((row) => ({ ...row, differences: row.differences as PackageRow['differences'] })),
    total,
  };
}

/** Imports of packages, the latest first. */
export async function listImports(actor: Actor, paging: Paging): Promise<Page<PackageImport>> {
  const { rows, total } = await selectImportPage(actor.tenant.db, pageRequest(paging));
  return {
    records: rows.map(({ imported_by_name, rolled_back_by_name, ...row }) => ({
      ...fromRow(row),
      importedBy: imported_by_name,
      rolledBackBy: rolled_back_by_name,
    })),
    total,
  };
}
