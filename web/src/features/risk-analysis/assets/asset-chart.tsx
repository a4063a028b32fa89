import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { RiskAnalysisAsset } from '@twinward/contracts/risk/risk-analysis-asset';
import { markSize } from '@twinward/domain/risk/analysis';
import { type ReactNode, useMemo } from 'react';
import { shortMoney } from '../../../shared/risk/matrix-bands.ts';
import { DownloadPicture } from '../../../ui/chart/download-picture.tsx';
import { useElementWidth } from '../../../ui/chart/use-element-width.ts';
import { useSvgPicture } from '../../../ui/chart/use-svg-picture.ts';
import { valueAxis } from '../../../ui/chart/value-axis.ts';
import { formatMoney, formatPercent } from '../../../ui/format/format.ts';

const height = 280;
/** Margins include half of the largest mark, so that marks do not cover the axis labels. */
const margin = { left: 88, right: 28, top: 48, bottom: 32 };
const largestMark = 28;

type Placed = RiskAnalysisAsset & { probabilityValue: number };

/**
 * Assets by probability, 0 to 100 %, and cost of failure. The size of a mark is its cost relative to the largest. Marks
 * are green at or above the threshold, else blue.
 */
export function AssetChart({
  assets,
  threshold,
  maximumConsequence,
  onOpen,
}: {
  assets: readonly RiskAnalysisAsset[];
  /** Whole percent */
  threshold: number;
  maximumConsequence: number | null;
  onOpen(asset: RiskAnalysisAsset): void;
}): ReactNode {
  const [measure, width] = useElementWidth();
  const picture = useSvgPicture('assets by probability');
  const { palette } = useTheme();
  const placed = useMemo(
    () =>
      assets
        .filter((asset): asset is Placed => asset.probabilityValue !== null)
        // Smaller marks are drawn last, so that they stay clickable.
        .sort((one, other) => (other.consequenceValue ?? 0) - (one.consequenceValue ?? 0)),
    [assets],
  );
  const most = Math.max(maximumConsequence ?? 0, 1);
  const plotWidth = Math.max(width - margin.left - margin.right, 1);
  const plotHeight = height - margin.top - margin.bottom;
  const x = (percent: number) => margin.left + (percent / 100) * plotWidth;
  const y = (cost: number) => margin.top + (1 - cost / most) * plotHeight;
  const ticks = valueAxis({ low: 0, high: most }, [], 5).ticks.filter((tick) => tick >= 0 && tick <= most);
  return (
    <Box ref={picture.around}>
      <Box ref={measure} sx={{ height, fontSize: '0.75rem', color: 'text.secondary' }}>
        <Box
          component="svg"
          role="group"
          aria-label="Assets by probability"
          width={width}
          height={height}
          sx={{ display: 'block' }}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={margin.left}
                x2={x(100)}
                y1={y(tick)}
                y2={y(tick)}
                stroke="currentColor"
                strokeOpacity={0.2}
              />
              <text x={margin.left - largestMark} y={y(tick) + 4} textAnchor="end" fill="currentColor">
                {shortMoney(tick)}
              </text>
            </g>
          ))}
          {[0, 25, 50, 75, 100].map((percent) => (
            <text key={percent} x={x(percent)} y={height - 8} textAnchor="middle" fill="currentColor">
              {percent}%
            </text>
          ))}
          <line
            x1={x(threshold)}
            x2={x(threshold)}
            y1={margin.top - largestMark}
            y2={margin.top + plotHeight}
            stroke="currentColor"
            strokeDasharray="4 3"
          />
          <text
            x={x(threshold) + (threshold > 80 ? -6 : 6)}
            y={margin.top - largestMark - 4}
            textAnchor={threshold > 80 ? 'end' : 'start'}
            fill="currentColor"
          >
            Opportunity threshold
          </text>
          {placed.map((asset) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below is the keyboard alternative
            <circle
              key={asset.assetId}
              cx={x(asset.probabilityValue)}
              cy={y(asset.consequenceValue ?? 0)}
              r={markSize(asset.consequenceValue, maximumConsequence) / 2}
              fill={asset.probabilityValue >= threshold ? palette.success.main : palette.info.main}
              fillOpacity={0.55}
              stroke={asset.probabilityValue >= threshold ? palette.success.dark : palette.info.dark}
              cursor="pointer"
              onClick={() => onOpen(asset)}
            >
              <title>{describe(asset)}</title>
            </circle>
          ))}
        </Box>
      </Box>
      <DownloadPicture of="assets by probability" onDownload={picture.save} />
    </Box>
  );
}

function describe({ assetName, probabilityValue, consequenceValue, risk }: Placed): string {
  const cost = consequenceValue === null ? 'no consequence value' : formatMoney(consequenceValue);
  return `${assetName}: ${formatPercent(probabilityValue)}, ${cost}${risk === null ? '' : `, risk ${formatMoney(risk)}`}`;
}
