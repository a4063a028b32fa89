import type { searchTypes as contractTypes, SearchResult } from '@twinward/contracts/core/search';
import { explorePath, twinPath } from '../../shared/address/paths.ts';

export const searchTypes: typeof contractTypes = { twin: 0, asset: 1, tag: 2, riskAnalysis: 3 };

export const typeLabels = [
  [searchTypes.twin, 'Twins', 'Twin'],
  [searchTypes.asset, 'Assets', 'Asset'],
  [searchTypes.tag, 'Tags', 'Tag'],
  [searchTypes.riskAnalysis, 'Risk Analyses', 'Risk analysis'],
] as const;

/** The page of a search result; null if it has none. */
export function resultPath({ type, id, assetId, twinId }: SearchResult): string | null {
  switch (type) {
    case searchTypes.twin:
      return twinPath(id);
    case searchTypes.asset:
      return twinId === null ? `/apps/assets/${id}` : `${twinPath(twinId)}/asset`;
    case searchTypes.tag:
      if (twinId !== null) return explorePath(twinId, id);
      return assetId === null ? null : `/apps/assets/${assetId}/tags/${id}`;
    case searchTypes.riskAnalysis:
      return `/apps/riskanalyses/${id}`;
  }
}
