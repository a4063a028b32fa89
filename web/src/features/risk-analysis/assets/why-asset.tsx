import type { RiskAnalysisAsset, RiskSource } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Edition } from '@twinward/contracts/system/edition';
import type { ReactNode } from 'react';
import { riskPath } from '../../../shared/address/paths.ts';
import { formatDate, formatMoney, formatNumber, formatPercent } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Why } from '../../../ui/page/why.tsx';
import { lifeText } from './life-text.ts';
import { sourceTexts } from './source-texts.ts';

const sourceText = (source: RiskSource | null): string => (source === null ? 'not set' : sourceTexts[source]);

const listLinks = ({ twinId }: RiskAnalysisAsset) =>
  twinId === null ? [] : [{ label: 'Risk of the twin', to: riskPath(twinId) }];

/** Explains the probability of an asset in an analysis. */
export function WhyAssetProbability({
  asset,
  edition,
  analysisEnd,
}: {
  asset: RiskAnalysisAsset;
  edition: Edition;
  analysisEnd: string | null;
}): ReactNode {
  const timeZone = useTimeZone();
  const date = (value: string) => formatDate(value, timeZone);
  const { assetName, distributionType, probabilityFailureDistributionScale: scale, shape } = asset;
  return (
    <Why
      subject={`the probability of ${assetName}`}
      formula={
        asset.probabilitySource === 'failure-modes'
          ? 'P = 1 − ∏(1 − Pᵢ), over the failure modes of its twin'
          : distributionType === 'weibull'
            ? 'P = 1 − exp(−(t / η)^β), Weibull'
            : scale === null
              ? 'As entered'
              : 'P = 1 − exp(−t / MTBF), a constant rate of failures'
      }
      inputs={[
        ['Probability', sourceText(asset.probabilitySource)],
        ...(scale === null
          ? []
          : [[distributionType === 'weibull' ? 'Life η' : 'MTBF', lifeText(scale, edition)] as const]),
        ...(distributionType === 'weibull' && shape !== null
          ? [['Shape β', formatNumber(shape)] as const]
          : []),
        ['t from', asset.twinStartDate === null ? 'the start of the analysis' : date(asset.twinStartDate)],
        ['t to', analysisEnd === null ? 'not set' : date(analysisEnd)],
        ...(asset.outOfServiceAt === null ? [] : [['Out of service', date(asset.outOfServiceAt)] as const]),
      ]}
      note="Rounded down to a whole percent. Time ends when the asset goes out of service."
      links={listLinks(asset)}
    />
  );
}

/** Explains the risk of an asset in an analysis. */
export function WhyAssetRisk({ asset }: { asset: RiskAnalysisAsset }): ReactNode {
  const { assetName, probabilityValue, consequenceValue, probabilitySource, consequenceSource } = asset;
  return (
    <Why
      subject={`the risk of ${assetName}`}
      formula={
        consequenceSource === 'failure-modes'
          ? 'Risk = ∑ Pᵢ Cᵢ, over the failure modes of its twin'
          : 'Risk = probability / 100 × cost of failure'
      }
      inputs={[
        [
          'Probability',
          probabilityValue === null
            ? 'not set'
            : `${formatPercent(probabilityValue)}, ${sourceText(probabilitySource).toLowerCase()}`,
        ],
        [
          'Cost of failure',
          consequenceValue === null
            ? sourceText(consequenceSource)
            : `${formatMoney(consequenceValue)}, ${sourceText(consequenceSource).toLowerCase()}`,
        ],
      ]}
      {...(asset.risk === null ? { note: 'Risk requires both values.' } : {})}
      links={listLinks(asset)}
    />
  );
}
