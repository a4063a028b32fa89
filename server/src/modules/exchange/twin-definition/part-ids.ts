import { maximumPartId } from '@twinward/contracts/library/definition';

/** The kinds of rows that a twin's parts are stored in. The ids below depend on their order: never change it. */
const kinds = [
  'tagAliases',
  'tags',
  'failureModes',
  'activities',
  'indicators',
  'thresholds',
  'parameters',
] as const;
export type RowKind = (typeof kinds)[number];

/** Returns the id of a twin's row as a part. */
export type GivePartId = (kind: RowKind, rowId: number, modelPart: number | null) => number;

const spread = 8;

/**
 * Returns the id of the model's part. A part that only the twin has gets an id above all ids of models, derived from
 * its row, so that it stays as long as the row does.
 */
export const partIdOfRow: GivePartId = (kind, rowId, modelPart) =>
  modelPart ?? maximumPartId + 1 + rowId * spread + kinds.indexOf(kind);

/** Returns the row of a part that only the twin has; null for a part of a model. */
export function rowOfPart(partId: number): { kind: RowKind; rowId: number } | null {
  const own = partId - maximumPartId - 1;
  if (own < 0) return null;
  return { kind: kinds[own % spread]!, rowId: Math.floor(own / spread) };
}

/** Returns the part of a model that a row belongs to; null for a part that only the twin has. */
export const toModelPart = (partId: number): number | null => (partId > maximumPartId ? null : partId);

/** Numbers parts from 1, in the order in which they are read. */
export function countPartIds(): GivePartId {
  const given = new Map<string, number>();
  return (kind, rowId) => {
    const key = `${kind} ${rowId}`;
    const id = given.get(key) ?? given.size + 1;
    given.set(key, id);
    return id;
  };
}
