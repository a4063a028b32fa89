import type { searchTypes as contractTypes, SearchResult } from '@twinward/contracts/core/search';
import { matchPath } from 'react-router';
import { builtRoutes } from '../../app/routes.tsx';
import { explorePath, twinPath } from '../../app/twin-tabs.ts';

export const searchTypes: typeof contractTypes = { twin: 0, asset: 1, tag: 2, riskAnalysis: 3 };

export const typeLabels = [
  [searchTypes.twin, 'Twins', 'Twin'],
  [searchTypes.asset, 'Assets', 'Asset'],
  [searchTypes.tag, 'Tags', 'Tag'],
  [searchTypes.riskAnalysis, 'Risk Analyses', 'Risk analysis'],
] as const;

/** The pages that show a result, the best first. */
function pathsOf({ type, id, assetId, twinId }: SearchResult): string[] {
  switch (type) {
    case searchTypes.twin:
      return [twinPath(id)];
    case searchTypes.asset:
      return twinId === null ? [`/apps/assets/${id}`] : [`${twinPath(twinId)}/asset`, twinPath(twinId)];
    case searchTypes.tag:
      if (twinId !== null) return [explorePath(twinId, id)];
      return assetId === null ? [] : [`/apps/assets/${assetId}/tags/${id}`];
    case searchTypes.riskAnalysis:
      return [`/apps/riskanalyses/${id}`];
  }
}

/** Where a result is seen: the first of its pages that the product has; null when it has none. */
export const resultPath = (result: SearchResult): string | null =>
  pathsOf(result).find((path) => builtRoutes.some((entry) => matchPath(entry.path, path) !== null)) ?? null;
