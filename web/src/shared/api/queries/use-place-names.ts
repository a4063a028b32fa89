import { useAssetsById } from './use-equipment.ts';
import { useTaxonomy } from './use-taxonomy.ts';

/** Names of the site and class by which a dashboard or list is filtered; their ids while loading. */
export function usePlaceNames({
  site,
  class: entry,
}: {
  site?: number | undefined;
  class?: number | undefined;
}): { site: string; class: string } {
  const assets = useAssetsById(site === undefined ? [] : [site]);
  const taxonomy = useTaxonomy(entry !== undefined);
  const asset = assets.data?.find(({ id }) => id === site);
  const found = taxonomy.data?.find(({ id }) => id === entry);
  return {
    site: asset?.assetName ?? String(site),
    class: (found?.type ?? found?.class ?? found?.category)?.caption ?? String(entry),
  };
}
