import { useAssetsById } from './use-equipment.ts';
import { useTaxonomy } from './use-taxonomy.ts';

/** What the site and the class are called that a dashboard or a list is narrowed to; their ids until that is known. */
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
