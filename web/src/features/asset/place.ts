import { idIn } from '../../shared/address/unknown-record.tsx';
import { standardStructure } from '../../shared/api/queries/use-structures.ts';

/** A record in a structure, below which assets are listed. */
export interface StructurePlace {
  structure: string;
  type: string;
  id: number;
}

/** Decodes a place in the URL: the id of an asset, or `structure.type.id`; null if invalid. */
export function readPlace(text: string | undefined): StructurePlace | null {
  if (text === undefined) return null;
  const [structure, type, id, ...rest] = text.split('.');
  const known = idIn(id ?? structure);
  if (known === null || rest.length > 0) return null;
  if (id === undefined) return type === undefined ? inLocation(known) : null;
  return { structure: structure!, type: type!, id: known };
}

/** Encodes a place for the URL. */
export const placeText = ({ structure, type, id }: StructurePlace): string =>
  structure === standardStructure ? String(id) : `${structure}.${type}.${id}`;

/** An asset in the standard structure. */
export const inLocation = (id: number): StructurePlace => ({
  structure: standardStructure,
  type: 'asset',
  id,
});

/** The query parameters that limit a list to a place. */
export const placeQuery = (place: StructurePlace | null) =>
  place === null ? {} : { under: place.id, underType: place.type, structure: place.structure };
