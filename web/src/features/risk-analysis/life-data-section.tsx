import type { ReactNode } from 'react';
import { lifeDataPath } from '../../app/life-data/life-data-path.ts';
import { TextLink } from '../../ui/text-link.tsx';
import type { AssetSection } from './sections.ts';

/** The way from an asset in an analysis to a fit of its lives. */
export const LifeDataSection: AssetSection['Section'] = ({ analysis, asset }): ReactNode => (
  <TextLink to={lifeDataPath({ assetId: asset.assetId, riskAnalysisId: analysis.id })}>
    Fit from life data
  </TextLink>
);
