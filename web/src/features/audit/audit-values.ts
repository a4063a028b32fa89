import type { Filter, ListBody, Sort } from '@twinward/contracts/core/list';
import type { AuditEntry, AuditFieldChange } from '@twinward/contracts/system/audit';
import { actionLabels, entityLabel, entityLabels } from '@twinward/domain/audit/labels';
import { dayRange } from '../../shared/address/day-range.ts';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains, equals } from '../../shared/api/filters.ts';
import { findLabel, toChoices } from '../../ui/form/choices.ts';

/** Maps the filters of the audit trail from URL parameters to the server's query. */

export type AuditFilterName = 'from' | 'to' | 'user' | 'action' | 'type' | 'name';

export const auditListOptions: ListAddressOptions<AuditFilterName> = {
  filterNames: ['from', 'to', 'user', 'action', 'type', 'name'],
  sortFields: ['Time', 'UserName', 'Action', 'EntityType', 'EntityName'],
  defaultSort: { field: 'Time', direction: 'Descending' },
};

export const actionChoices = toChoices(actionLabels);
export const kindChoices = toChoices(entityLabels).sort((one, other) => one.label.localeCompare(other.label));

export const filterLabels: Record<AuditFilterName, (value: string) => string> = {
  from: (day) => `From ${day}`,
  to: (day) => `To ${day}`,
  user: (value) => `User contains “${value}”`,
  action: (value) => findLabel(actionChoices, value),
  type: (value) => `Kind: ${entityLabel(value)}`,
  name: (value) => `Name contains “${value}”`,
};

export function auditListBody(
  filters: Partial<Record<AuditFilterName, string>>,
  sort: Sort,
  timeZone: string,
): ListBody {
  const parts: Filter[] = [];
  const { from, before } = dayRange(filters, timeZone);
  if (from !== null)
    parts.push({ field: 'Time', operator: 'GreaterThanEqualTo', value: from, dataType: 'D' });
  if (before !== null) parts.push({ field: 'Time', operator: 'LessThan', value: before, dataType: 'D' });
  parts.push(
    ...contains('UserName', filters.user),
    ...equals('Action', filters.action),
    ...equals('EntityType', filters.type),
    ...contains('EntityName', filters.name),
  );
  return { filters: parts, sorts: [sort] };
}

/** Maximum number of changes shown per row. */
const shownChanges = 3;

/** The changes of an entry as text: `Enabled: Yes → No; E-mail: bo@plant.example`. */
export function changesText({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  const texts = changes.slice(0, shownChanges).map((change) => changeText(change, action === 'update'));
  const left = changes.length - shownChanges;
  return [...texts, ...(left > 0 ? [`${left} more`] : [])].join('; ');
}

/** Shows both values for a change, or one value for an added or deleted record. */
function changeText({ field, old, new: now }: AuditFieldChange, isChange: boolean): string {
  if (isChange && (old !== '' || now !== '')) return `${field}: ${old || '–'} → ${now || '–'}`;
  return `${field}: ${old || now}`;
}
