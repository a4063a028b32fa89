import {
  mdiArrowDownBold,
  mdiArrowUpBold,
  mdiCheck,
  mdiCheckCircle,
  mdiCubeOutline,
  mdiHelpCircleOutline,
  mdiMinus,
  mdiSigma,
} from '@mdi/js';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Tooltip from '@mui/material/Tooltip';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import type { Edition } from '@twinward/contracts/system/edition';
import { isRetiredBefore, twinMissionState } from '@twinward/domain/risk/analysis';
import { noComparison } from '@twinward/domain/risk/benchmark';
import { missionEnd } from '@twinward/domain/risk/mission';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Icon } from '../../../ui/page/icon.tsx';
import { taxonomyLabel } from './asset-filters.ts';
import { compareText, lifeText, signedDays } from './life-text.ts';

export const hints = {
  improvement: 'No improvement notes specified.',
  taxonomy: noComparison.taxonomy,
  consequence: 'No consequence value.',
  repair: 'The asset is under repair.',
  rollUp: 'From the failure modes, assumed independent: 1 − ∏(1 − Pᵢ).',
  opportunity: 'Opportunity not calculated.',
  mission: 'The twin does not specify its own start date or mission time.',
  late: 'The twin begins after the analysis end date.',
  retired: 'The asset went out of service before the analysis start date, so it has no probability.',
  outOfService:
    'The asset goes out of service before the analysis end date. Its risk is calculated until then.',
  early: 'The mission of the twin ends before the analysis end date.',
};

const openDelay = 500;

/** A symbol or text with an explanation on hover. */
function Hinted({ hint, children }: { hint: string; children: ReactNode }): ReactNode {
  return (
    <Tooltip title={hint} enterDelay={openDelay}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, verticalAlign: 'middle' }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}

/** A dash for a missing value, with the reason on hover. */
const Missing = ({ hint }: { hint: string }): ReactNode => (
  <Hinted hint={hint}>
    <Icon path={mdiMinus} label={hint} sx={{ fontSize: 16, color: 'text.secondary' }} />
  </Hinted>
);

export function ImproveCell({
  asset,
  onToggle,
}: {
  asset: RiskAnalysisAsset;
  /** If omitted, the mark is read-only. */
  onToggle?: ((asset: RiskAnalysisAsset) => void) | undefined;
}): ReactNode {
  const { assetName, improve, improveDescription } = asset;
  if (onToggle === undefined) {
    if (!improve) return <Missing hint="Not marked for improvement" />;
    return (
      <Hinted hint={improveDescription || hints.improvement}>
        <Icon path={mdiCheck} label={`Improve ${assetName}`} sx={{ fontSize: 16, color: 'text.secondary' }} />
      </Hinted>
    );
  }
  return (
    <Tooltip title={improveDescription || hints.improvement} enterDelay={openDelay}>
      <Checkbox
        size="small"
        sx={{ p: 0 }}
        checked={improve}
        onClick={(event) => event.stopPropagation()}
        onChange={() => onToggle(asset)}
        slotProps={{ input: { 'aria-label': `Improve ${assetName}` } }}
      />
    </Tooltip>
  );
}

const twinSigns = {
  'ends-before': { color: 'warning.main', hint: hints.early },
  'starts-after': { color: 'error.main', hint: hints.late },
  'retired-before': { color: 'error.main', hint: hints.retired },
  'out-of-service': { color: 'warning.main', hint: hints.outOfService },
} as const;

/** The start and end of an analysis. */
export type AnalysisDates = Pick<RiskAnalysis, 'startDate' | 'endDate'>;

/**
 * A symbol of an asset's twin: orange if its mission ends before the analysis, red if they do not overlap.
 */
export function TwinSign({
  asset: { twinId, twinStartDate, twinMissionTime, outOfServiceAt },
  analysis,
}: {
  asset: RiskAnalysisAsset;
  analysis: AnalysisDates;
}): ReactNode {
  if (twinId === null) return null;
  const endDate = missionEnd(twinStartDate, twinMissionTime);
  const state = twinMissionState({ startDate: twinStartDate, endDate, outOfServiceAt }, analysis);
  const isOwn = twinStartDate !== null && twinMissionTime !== null;
  const sign =
    state === 'within'
      ? { color: 'text.secondary', hint: isOwn ? 'Has a twin.' : hints.mission }
      : twinSigns[state];
  return (
    <Tooltip title={sign.hint} enterDelay={openDelay}>
      <Icon
        path={mdiCubeOutline}
        label={sign.hint}
        sx={{ fontSize: 16, color: sign.color, mr: 1, verticalAlign: 'text-bottom' }}
      />
    </Tooltip>
  );
}

export function TaxonomyCell({ asset, edition }: { asset: RiskAnalysisAsset; edition: Edition }): ReactNode {
  const label = taxonomyLabel(asset.assetClass, edition);
  return label === '' ? <Missing hint={hints.taxonomy} /> : <span title={label}>{label}</span>;
}

/** Why an asset's life is not compared with a benchmark. */
function explainNoComparison({ categoryId, benchmarkLevel }: RiskAnalysisAsset): string {
  if (categoryId === null) return noComparison.taxonomy;
  return benchmarkLevel === null ? noComparison.library : noComparison.own;
}

/** The characteristic life, and whether it is longer or shorter than the benchmark's. */
export function LifeCell({ asset, edition }: { asset: RiskAnalysisAsset; edition: Edition }): ReactNode {
  const { probabilityFailureDistributionScale: life, comparativeMtbf, benchmarkLevel } = asset;
  const shown = life === null ? '–' : lifeText(life, edition);
  if (comparativeMtbf === null || benchmarkLevel === null) {
    return <Hinted hint={explainNoComparison(asset)}>{shown}</Hinted>;
  }
  const days = signedDays(comparativeMtbf);
  const { isWorse, text } = compareText(days, 'the library', edition);
  const outcome = `${text} (${benchmarkLevel})${asset.benchmarkIsExample ? ', example value' : ''}`;
  const hint = life === null ? `From measured MTBF: ${outcome}` : outcome;
  return (
    <Hinted hint={hint}>
      {shown}
      <Icon
        path={isWorse ? mdiArrowDownBold : mdiArrowUpBold}
        label={hint}
        sx={{ fontSize: 16, color: isWorse ? 'error.main' : 'success.main' }}
      />
    </Hinted>
  );
}

export function OpportunityCell({ opportunity }: Pick<RiskAnalysisAsset, 'opportunity'>): ReactNode {
  if (opportunity === null) {
    return (
      <Hinted hint={hints.opportunity}>
        <Icon
          path={mdiHelpCircleOutline}
          label={hints.opportunity}
          sx={{ fontSize: 16, color: 'text.secondary' }}
        />
      </Hinted>
    );
  }
  return opportunity ? (
    <Hinted hint="Over opportunity threshold">
      <Icon
        path={mdiCheckCircle}
        label="Over opportunity threshold"
        sx={{ fontSize: 16, color: 'success.main' }}
      />
    </Hinted>
  ) : (
    <Missing hint="Under opportunity threshold" />
  );
}

/** The probability by the end of the analysis, with a mark if it comes from the failure modes. */
export function ProbabilityCell({
  asset: { probabilityValue, probabilitySource, outOfServiceAt },
  analysis,
}: {
  asset: RiskAnalysisAsset;
  analysis: AnalysisDates;
}): ReactNode {
  if (isRetiredBefore(analysis, outOfServiceAt)) return <Missing hint={hints.retired} />;
  if (probabilityValue === null) return '–';
  const percent = formatPercent(probabilityValue);
  if (probabilitySource !== 'failure-modes') return percent;
  return (
    <Hinted hint={hints.rollUp}>
      <Icon path={mdiSigma} label={hints.rollUp} sx={{ fontSize: 16, color: 'text.secondary' }} />
      {percent}
    </Hinted>
  );
}

/** The probability given survival until today, with the age on which it is based. */
export function SurvivalCell({
  asset: { conditionalProbability, underRepair, renewedAt },
  asOf,
}: {
  asset: RiskAnalysisAsset;
  asOf: string | null;
}): ReactNode {
  const timeZone = useTimeZone();
  if (underRepair) return <Missing hint={hints.repair} />;
  if (conditionalProbability === null || renewedAt === null || asOf === null) return '–';
  const hint = `Given survival until ${formatDate(asOf, timeZone)}. Age is counted from ${formatDate(renewedAt, timeZone)}.`;
  return <Hinted hint={hint}>{formatPercent(conditionalProbability)}</Hinted>;
}

export function CostCell({ consequenceValue, consequenceSource }: RiskAnalysisAsset): ReactNode {
  if (consequenceSource === 'failure-modes') {
    return (
      <Hinted hint="The asset has no cost of failure. Its risk is the sum of its failure modes.">
        By failure mode
      </Hinted>
    );
  }
  return consequenceValue === null ? <Missing hint={hints.consequence} /> : formatMoney(consequenceValue);
}
