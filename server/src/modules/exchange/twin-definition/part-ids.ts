import { maximumPartId } from '@twinward/contracts/library/definition';

/** The kinds of rows that a twin's parts are stored in. Their order is part of the ids below: never change it. */
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

/** Gives a row of a twin the id of its part. */
export type GivePartId = (kind: RowKind, rowId: number, modelPart: number | null) => number;

const spread = 8;

/**
 * The id of the model's part, or for a part of the twin's own one above all ids of models, by its row: it stays while
 * the row does.
 */
export const partIdOfRow: GivePartId = (kind, rowId, modelPart) =>
  modelPart ?? maximumPartId + 1 + rowId * spread + kinds.indexOf(kind);

/** The row of a part of the twin's own; null for a part of a model. */
export function rowOfPart(partId: number): { kind: RowKind; rowId: number } | null {
  const own = partId - maximumPartId - 1;
  if (own < 0) return null;
  return { kind: kinds[own % spread]!, rowId: Math.floor(own / spread) };
}

/** The part of a model that a row belongs to; null for a part of the twin's own. */
export const modelPartOf = (partId: number): number | null => (partId > maximumPartId ? null : partId);

/** Numbers parts from 1 on, in the order in which they are read. */
export function countPartIds(): GivePartId {
  const given = new Map<string, number>();
  return (kind, rowId) => {
    const key = `${kind} ${rowId}`;
    const id = given.get(key) ?? given.size + 1;
    given.set(key, id);
    return id;
  };
}
