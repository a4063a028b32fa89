import type { TagAlias } from '@twinward/contracts/twins/tag-alias';

/** The UCUM code of the unit in which an input is read: that of its tag where it has none. */
export const inputUnit = ({
  unit,
  mappedTagUnit = null,
}: Pick<TagAlias, 'unit'> & Partial<Pick<TagAlias, 'mappedTagUnit'>>): string | null => unit ?? mappedTagUnit;

/** Names the points of a tag in a unit. */
export const sourceKey = ({ tagId, unit }: { tagId: number; unit: string | null }): string =>
  `${tagId} ${unit ?? ''}`;
