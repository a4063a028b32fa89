import { hasAccess } from '@twinward/contracts/access/access';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { type AuditStyle, describeChanges } from '@twinward/domain/audit/describe';
import type { ReferenceKind } from '@twinward/domain/audit/fields';
import { settingLabel } from '@twinward/domain/audit/labels';
import { type AuditTarget, pageOfKind } from '@twinward/domain/audit/paths';
import { withoutSecrets } from '@twinward/domain/audit/secrets';
import type { Actor } from '../../../platform/actor.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { listAccess } from '../../records/relationship/service.ts';
import { type AuditLine, listAudit } from '../../system/audit/service.ts';
import { general, getSystemSetting } from '../../system/setting/service.ts';
import { findNames } from './names.ts';
import { selectTargets } from './target-store.ts';

/** Returns a page of the audit trail in readable form. */
export async function listTrail(actor: Actor, request: ListRequest): Promise<Page<AuditEntry>> {
  const { records, total } = await listAudit(actor.tenant.db, request);
  return { records: await describeLines(actor, records, await openStyle(actor)), total };
}

/** The reader's time zone and currency symbol. */
type ReaderStyle = Omit<AuditStyle, 'findName'>;

export async function openStyle({ tenant: { db }, userId }: Actor): Promise<ReaderStyle> {
  const { currencySymbol } = await getSystemSetting(db, general);
  return { timeZone: await getUserTimeZone(db, userId), currencySymbol };
}

/** Converts lines of the audit trail to readable entries, with links to the pages of existing records. */
export async function describeLines(
  actor: Actor,
  lines: readonly AuditLine[],
  style: ReaderStyle,
): Promise<AuditEntry[]> {
  const cleaned = lines.map((line) => ({
    ...line,
    old: withoutSecrets(line.old),
    new: withoutSecrets(line.new),
  }));
  const findName = await findNames(actor.tenant.db, referencesIn(cleaned, style));
  const findPath = await findPaths(actor, cleaned);
  return cleaned.map((line) => ({
    ...line,
    title: toTitle(line, findName),
    path: findPath(line),
    changes: describeChanges(line, { ...style, findName }),
  }));
}

/** Returns the ids that the lines refer to, by kind. */
function referencesIn(
  lines: readonly AuditLine[],
  style: ReaderStyle,
): ReadonlyMap<ReferenceKind, ReadonlySet<string | number>> {
  const found = new Map<ReferenceKind, Set<string | number>>();
  const findName = (kind: ReferenceKind, id: string | number): null => {
    found.set(kind, (found.get(kind) ?? new Set()).add(id));
    return null;
  };
  for (const line of lines) {
    toTitle(line, findName);
    describeChanges(line, { ...style, findName });
  }
  return found;
}

/** In lines about a consequence: the name of its owner, such as `failure mode 12`. */
const ownerName = /^(asset|twin|failure mode) (\d+)$/;

/** Returns the displayed name: for a setting its heading, for a consequence the name of its owner. */
function toTitle({ entityType, entityName }: AuditLine, findName: AuditStyle['findName']): string {
  if (entityType === 'setting') return settingLabel(entityName);
  const owner = entityType === 'consequence' ? ownerName.exec(entityName) : null;
  if (owner === null) return entityName;
  return findName(owner[1]!.replace(' ', '-') as ReferenceKind, Number(owner[2])) ?? entityName;
}

/** Returns a function that finds the page of a line: null if the record is deleted or the reader may not open it. */
async function findPaths(
  actor: Actor,
  lines: readonly AuditLine[],
): Promise<(line: AuditLine) => string | null> {
  const kinds = new Map<string, Set<string>>();
  for (const { entityType, entityId } of lines)
    kinds.set(entityType, (kinds.get(entityType) ?? new Set()).add(entityId));
  const targets = new Map<string, AuditTarget>();
  for (const [kind, ids] of kinds) {
    const page = pageOfKind(kind);
    if (page === null || !hasAccess(actor, page.access)) continue;
    for (const target of await selectTargets(actor.tenant.db, kind, [...ids], actor.userId))
      targets.set(`${kind} ${target.id}`, target);
  }
  const isRecordShown = kinds.has('record') ? (await listAccess(actor.tenant.db, actor)).mayRead : () => true;
  return ({ entityType, entityId }) => {
    const target = targets.get(`${entityType} ${entityId}`);
    const page = pageOfKind(entityType);
    if (target === undefined || page === null) return null;
    return entityType === 'record' && !isRecordShown(target.name) ? null : page.path(target);
  };
}
