import type { AuditEntity } from '@twinward/contracts/system/audit';
import type { AuditStyle } from '@twinward/domain/audit/describe';
import type { ReferenceKind } from '@twinward/domain/audit/fields';
import type { Db } from '../../../platform/database/database.ts';
import { findNamesInTrail } from '../../system/audit/service.ts';
import { selectNames } from './name-store.ts';

/** The kinds whose names the audit trail still contains after deletion. */
const recordedAs: Readonly<Partial<Record<ReferenceKind, AuditEntity>>> = {
  asset: 'asset',
  twin: 'twin',
  tag: 'tag',
  protection: 'protection',
  activity: 'activity',
  'failure-mode': 'failure-mode',
  'risk-analysis': 'risk-analysis',
  user: 'user',
  group: 'group',
  'record-type': 'record-type',
  input: 'tag-alias',
  connection: 'connection',
  dashboard: 'dashboard',
};

/** Returns the current names of records; for deleted ones, the last name in the audit trail. */
export async function findNames(
  db: Db,
  references: ReadonlyMap<ReferenceKind, ReadonlySet<string | number>>,
): Promise<AuditStyle['findName']> {
  const names = new Map<string, string>();
  for (const [kind, ids] of references) {
    const asked = [...ids].map(String);
    const living = await selectNames(db, kind, asked);
    for (const [id, name] of living) names.set(`${kind} ${id}`, name);
    const entity = recordedAs[kind];
    const gone = asked.filter((id) => !living.has(id));
    if (entity === undefined || gone.length === 0) continue;
    for (const [id, name] of await findNamesInTrail(db, entity, gone))
      names.set(`${kind} ${id}`, `${name} (deleted)`);
  }
  return (kind, id) => names.get(`${kind} ${id}`) ?? null;
}
