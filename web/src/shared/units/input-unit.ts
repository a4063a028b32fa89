import type { TagAlias } from '@twinward/contracts/twins/tag-alias';

/** UCUM code of the unit of an input, by default the unit of its tag. */
export const inputUnit = ({
  unit,
  mappedTagUnit = null,
}: Pick<TagAlias, 'unit'> & Partial<Pick<TagAlias, 'mappedTagUnit'>>): string | null => unit ?? mappedTagUnit;

/** Key of the points of a tag in a unit. */
export const sourceKey = ({ tagId, unit }: { tagId: number; unit: string | null }): string =>
  `${tagId} ${unit ?? ''}`;
