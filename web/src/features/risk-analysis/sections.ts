import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { ReactNode } from 'react';
import { LifeDataSection } from './life-data-section.tsx';
import { PortfolioSection } from './portfolio/portfolio-section.tsx';
import { ScenariosSection } from './scenarios/scenarios-section.tsx';

/** A part of the page of an analysis, below its assets. */
export interface AnalysisSection {
  id: string;
  Section(props: {
    analysis: RiskAnalysis;
    /** Why nothing can be changed for now; null while it can. */
    blocked: string | null;
  }): ReactNode;
}

/** In the order in which they stand. */
export const analysisSections: readonly AnalysisSection[] = [
  { id: 'scenarios', Section: ScenariosSection },
  { id: 'portfolio', Section: PortfolioSection },
];

/** A part of the dialog of an asset, beside its probability. */
export interface AssetSection {
  id: string;
  Section(props: { analysis: RiskAnalysis; asset: RiskAnalysisAsset }): ReactNode;
}

/** In the order in which they stand. */
export const assetSections: readonly AssetSection[] = [{ id: 'life-data', Section: LifeDataSection }];
