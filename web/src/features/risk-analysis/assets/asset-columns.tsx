import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Edition } from '@twinward/contracts/system/edition';
import { RiskValue } from '../../../ui/format/risk-value.tsx';
import type { Column } from '../../../ui/list/data-table.tsx';
import {
  type AnalysisDates,
  CostCell,
  ImproveCell,
  LifeCell,
  OpportunityCell,
  ProbabilityCell,
  SurvivalCell,
  TaxonomyCell,
  TwinSign,
} from './asset-cells.tsx';
import { WhyAssetProbability, WhyAssetRisk } from './why-asset.tsx';

/** The columns of an analysis' assets. On a phone, only name, probability and risk are shown. */
export const assetColumns = ({
  edition,
  analysis,
  asOf,
  onToggle,
}: {
  edition: Edition;
  analysis: AnalysisDates;
  /** Date until which survival is given. */
  asOf: string | null;
  /** If omitted, the mark is read-only. */
  onToggle?: ((asset: RiskAnalysisAsset) => void) | undefined;
}): readonly Column<RiskAnalysisAsset>[] => [
  {
    id: 'improve',
    header: 'Improve',
    width: '88px',
    wide: true,
    sort: { field: 'Improve', first: 'Descending' },
    cell: (asset) => <ImproveCell asset={asset} onToggle={onToggle} />,
  },
  {
    id: 'name',
    header: 'Name',
    phoneWidth: 'auto',
    wraps: true,
    opens: true,
    sort: { field: 'AssetName' },
    cell: (asset) => (
      <span title={asset.assetName}>
        {edition === 'apm' ? <TwinSign asset={asset} analysis={analysis} /> : null}
        {asset.assetName}
      </span>
    ),
  },
  {
    id: 'taxonomy',
    header: 'Taxonomy',
    width: '13%',
    wide: true,
    sort: { field: 'AssetClass' },
    cell: (asset) => <TaxonomyCell asset={asset} edition={edition} />,
  },
  {
    id: 'life',
    header: 'Characteristic Life',
    term: 'characteristic life',
    numeric: true,
    width: '164px',
    wide: true,
    sort: { field: 'CharacteristicLife' },
    cell: (asset) => <LifeCell asset={asset} edition={edition} />,
  },
  {
    id: 'opportunity',
    header: 'Opp.',
    width: '72px',
    wide: true,
    sort: { field: 'Opportunity', first: 'Descending' },
    cell: (asset) => <OpportunityCell {...asset} />,
  },
  {
    id: 'probability',
    header: 'Probability',
    term: 'probability',
    numeric: true,
    width: '116px',
    phoneWidth: '92px',
    sort: { field: 'Probability', first: 'Descending' },
    cell: (asset) => (
      <>
        <ProbabilityCell asset={asset} analysis={analysis} />
        <WhyAssetProbability asset={asset} edition={edition} analysisEnd={analysis.endDate} />
      </>
    ),
  },
  {
    id: 'survival',
    header: 'Given survival',
    term: 'conditional probability',
    numeric: true,
    width: '128px',
    wide: true,
    sort: { field: 'ConditionalProbability', first: 'Descending' },
    cell: (asset) => <SurvivalCell asset={asset} asOf={asOf} />,
  },
  {
    id: 'cost',
    header: 'Cost of Failure',
    term: 'consequence',
    numeric: true,
    width: '152px',
    wide: true,
    sort: { field: 'Consequence', first: 'Descending' },
    cell: (asset) => <CostCell {...asset} />,
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '152px',
    phoneWidth: '124px',
    sort: { field: 'Risk', first: 'Descending' },
    cell: (asset) => (
      <>
        <RiskValue risk={asset.risk} />
        <WhyAssetRisk asset={asset} />
      </>
    ),
  },
];
