import type { searchTypes as contractTypes, SearchResult } from '@twinward/contracts/core/search';
import { explorePath, twinPath } from '../../shared/address/paths.ts';

export const searchTypes: typeof contractTypes = { twin: 0, asset: 1, tag: 2, riskAnalysis: 3, twinModel: 4 };

export const typeLabels = [
  [searchTypes.twin, 'Twins', 'Twin'],
  [searchTypes.asset, 'Assets', 'Asset'],
  [searchTypes.tag, 'Tags', 'Tag'],
  [searchTypes.riskAnalysis, 'Risk Analyses', 'Risk analysis'],
  [searchTypes.twinModel, 'Twin Models', 'Twin model'],
] as const;

/** A listed result. */
export interface Result {
  key: string;
  name: string;
  detail: string;
  /** Shown at the end of the line. */
  kind: string;
  /** Its page; null if it has none. */
  path: string | null;
}

export const toResult = (found: SearchResult): Result => ({
  key: `${found.type}-${found.id}`,
  name: found.name,
  detail: found.detail,
  kind: typeLabels.find(([type]) => type === found.type)?.[2] ?? '',
  path: resultPath(found),
});

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
    case searchTypes.twinModel:
      return `/apps/library/twin-models/${id}`;
  }
}
