import { useMutation } from '@tanstack/react-query';
import type {
  Shelving,
  shelveProtections,
  unshelveProtections,
} from '@twinward/contracts/protections/shelving';
import { call } from '../../../shared/api/http.ts';
import type { Undo } from '../../../shared/api/mutation-effects.ts';

/** Queries that show whether a protection is shelved. */
const showShelving = ['protections', 'twins', 'twin-levels', 'watches', 'excursions'] as const;

/** A protection before it is shelved or unshelved. */
export interface Shelvable {
  id: number;
  name: string;
  shelving: Shelving | null;
}

interface ShelvingChange {
  protections: readonly Shelvable[];
  until: string;
  reason: string;
}

const toIds = (protections: readonly Shelvable[]): number[] => protections.map(({ id }) => id);

const shelve = ({ protections, until, reason }: ShelvingChange) =>
  call<typeof shelveProtections>('POST /api/indicators/shelve', {
    body: { ids: toIds(protections), until, reason },
  });

const unshelve = (protections: readonly Shelvable[]) =>
  call<typeof unshelveProtections>('POST /api/indicators/unshelve', { body: { ids: toIds(protections) } });

export const useShelve = () =>
  useMutation({
    mutationFn: shelve,
    meta: {
      says: 'Shelved.',
      renews: showShelving,
      undo: (_: unknown, { protections }: ShelvingChange) =>
        protections.every(({ shelving }) => shelving === null)
          ? () => unshelve(protections)
          : shelveAsBefore(protections),
    },
  });

export const useUnshelve = () =>
  useMutation({
    mutationFn: unshelve,
    meta: {
      says: 'Unshelved.',
      renews: showShelving,
      undo: (_: unknown, protections: readonly Shelvable[]) =>
        shelveAsBefore(protections.filter(({ shelving }) => shelving !== null)),
    },
  });

/** Restores the common end and reason of shelving of protections; null if these differ. */
function shelveAsBefore(protections: readonly Shelvable[]): Undo | null {
  const first = protections[0]?.shelving;
  if (!first) return null;
  const { until, reason } = first;
  return protections.every(({ shelving }) => shelving?.until === until && shelving.reason === reason)
    ? () => shelve({ protections, until, reason })
    : null;
}
