import type { ConnectionSummary } from '@twinward/contracts/connections/connection';
import type { ListBody, Sort } from '@twinward/contracts/core/list';
import { contains, equals } from '../../shared/api/filters.ts';

export type ConnectionFilter = 'search' | 'type' | 'state';

export function connectionListBody(filters: Partial<Record<ConnectionFilter, string>>, sort: Sort): ListBody {
  const { search, type, state } = filters;
  return {
    filters: [
      ...contains('Name', search),
      ...equals('Type', type),
      ...(state === 'paused' ? equals('IsPaused', true) : equals('State', state)),
    ],
    sorts: [sort],
  };
}

/** The other connections of a group, the active one first. */
export const listOthers = (
  { id, connectionGroupId }: Pick<ConnectionSummary, 'id' | 'connectionGroupId'>,
  all: readonly ConnectionSummary[],
): ConnectionSummary[] =>
  all
    .filter((other) => other.connectionGroupId === connectionGroupId && other.id !== id)
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive));

/** Describes the role of a connection in its group; null if it is the only one. */
export function standInText(connection: ConnectionSummary, all: readonly ConnectionSummary[]): string | null {
  const others = listOthers(connection, all);
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  if (connection.isActive) return `active; standby: ${names}`;
  const active = others.find(({ isActive }) => isActive);
  return active === undefined ? `with ${names}` : `standby for ${active.name}`;
}

/** Whether a connection is on standby while another one delivers for its group. */
export const standsBy = (connection: ConnectionSummary, all: readonly ConnectionSummary[]): boolean =>
  !connection.isActive && listOthers(connection, all).some(({ isActive }) => isActive);

/** Sorts connections so that those of a group follow the first of the group. Otherwise keeps the order. */
export function grouped(connections: readonly ConnectionSummary[]): ConnectionSummary[] {
  const shown = new Set<number>();
  return connections.flatMap((connection) => {
    if (shown.has(connection.connectionGroupId)) return [];
    shown.add(connection.connectionGroupId);
    const group = [connection, ...listOthers(connection, connections)];
    return group.toSorted((one, other) => Number(other.isActive) - Number(one.isActive));
  });
}
