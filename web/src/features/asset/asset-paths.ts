export const assetsPath = '/apps/assets';
export const assetPath = (assetId: number | 'new'): string => `${assetsPath}/${assetId}`;
/** The list of the assets below an asset. */
export const belowPath = (assetId: number): string => `${assetsPath}?in=${assetId}`;
export const assetTagsPath = (assetId: number, tagId?: number): string =>
  `${assetPath(assetId)}/tags${tagId === undefined ? '' : `/${tagId}`}`;
