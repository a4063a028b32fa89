import { AppError } from '../../../../platform/errors.ts';
import type { Catalogue, CatalogueField, CatalogueRelation, CatalogueType } from '../catalogue/catalogue.ts';

/** A path resolved in the catalogue: its relations, and the field at its end. */
export interface Path {
  relations: CatalogueRelation[];
  /** Null if the path ends at a record. */
  field: CatalogueField | null;
  /** The type at the end of the relations. */
  type: CatalogueType;
}

/** Names that consist of several parts: `fields.cost`, `links.feeds.to`, `records.inspection.pump`. */
const partsOfName: ReadonlyMap<string, number> = new Map([
  ['fields', 2],
  ['links', 3],
  ['records', 3],
]);

/** @throws AppError `invalid-request` naming the place in the definition. */
export function refuse(path: string, message: string): never {
  throw new AppError('invalid-request', message, { errors: [{ path, message }] });
}

/**
 * Resolves a path of a definition.
 * @param at position of the path in the definition
 * @throws AppError `invalid-request` listing the valid names.
 */
export function findPath(catalogue: Catalogue, source: CatalogueType, text: string, at: string): Path {
  const segments = text.split('.');
  const relations: CatalogueRelation[] = [];
  let type = source;
  for (let place = 0; place < segments.length; ) {
    const length = partsOfName.get(segments[place]!) ?? 1;
    const name = segments.slice(place, place + length).join('.');
    place += length;
    const field = type.fields.get(name);
    if (field && place >= segments.length) return { relations, field, type };
    const relation = type.relations.get(name);
    const next = relation && catalogue.get(relation.type);
    if (!next) {
      const known = [...(place < segments.length ? [] : type.fields.keys()), ...type.relations.keys()];
      refuse(at, `${type.caption} has no field '${name}'. It has ${known.slice(0, 60).join(', ')}.`);
    }
    relations.push(relation!);
    type = next;
  }
  return { relations, field: null, type };
}
