import type { ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { Edition } from '@twinward/contracts/system/edition';
import { daysToDuration } from '@twinward/domain/duration';
import { formatMoney, formatPercent } from '../../../ui/format/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';
import { OpportunityCell } from '../assets/asset-cells.tsx';
import { lifeText } from '../assets/life-text.ts';
import { optionLabel } from '../improvements/option-text.ts';

export const money = (value: number | null): string => (value === null ? '–' : formatMoney(value));
const percent = (value: number | null): string => (value === null ? '–' : formatPercent(value));
const life = (days: number | null, edition: Edition): string =>
  days === null ? '–' : lifeText(daysToDuration(days), edition);

/** One text if nothing changes, else before and after. */
const course = (before: string, after: string): string =>
  before === after ? before : `${before} → ${after}`;

/** The columns of a scenario's assets: those of the analysis, with the risk after the improvements. */
export const scenarioColumns = ({
  edition,
  threshold,
}: {
  edition: Edition;
  /** Whole percent from which an asset counts as an opportunity. */
  threshold: number;
}): readonly Column<ScenarioAsset>[] => [
  {
    id: 'improve',
    header: 'Improve',
    width: '12%',
    wide: true,
    wraps: true,
    sort: { field: 'Improve', first: 'Descending' },
    // The options that improve the asset, or why they have no effect.
    cell: ({ improve, noEffect, options }) =>
      improve ? (noEffect ?? options.map(optionLabel).join(', ')) : 'No',
  },
  {
    id: 'name',
    header: 'Name',
    width: '15%',
    phoneWidth: 'auto',
    opens: true,
    sort: { field: 'AssetName' },
    cell: ({ assetName }) => <span title={assetName}>{assetName}</span>,
  },
  {
    id: 'taxonomy',
    header: 'Taxonomy',
    width: '10%',
    wide: true,
    sort: { field: 'AssetClass' },
    cell: ({ taxonomy }) => <span title={taxonomy}>{taxonomy || '–'}</span>,
  },
  {
    id: 'life',
    header: 'Characteristic Life',
    width: '14%',
    numeric: true,
    wide: true,
    sort: { field: 'CharacteristicLife' },
    cell: ({ characteristicLife, improvedCharacteristicLife }) =>
      course(life(characteristicLife, edition), life(improvedCharacteristicLife, edition)),
  },
  {
    id: 'opportunity',
    header: 'Opp.',
    width: '5%',
    wide: true,
    sort: { field: 'Opportunity', first: 'Descending' },
    cell: ({ probability }) => (
      <OpportunityCell opportunity={probability === null ? null : probability >= threshold} />
    ),
  },
  {
    id: 'probability',
    header: 'Probability',
    width: '8.5%',
    numeric: true,
    wide: true,
    sort: { field: 'Probability', first: 'Descending' },
    cell: ({ probability, improvedProbability }) =>
      course(percent(probability), percent(improvedProbability)),
  },
  {
    id: 'consequence',
    header: 'Cost of Failure',
    width: '9.5%',
    numeric: true,
    wide: true,
    sort: { field: 'Consequence', first: 'Descending' },
    cell: ({ consequence }) => money(consequence),
  },
  {
    id: 'risk',
    header: 'Risk',
    width: '8%',
    numeric: true,
    wide: true,
    sort: { field: 'Risk', first: 'Descending' },
    cell: ({ risk }) => money(risk),
  },
  {
    id: 'improvedRisk',
    header: 'After',
    width: '8%',
    numeric: true,
    wide: true,
    sort: { field: 'ImprovedRisk', first: 'Descending' },
    cell: ({ improvedRisk }) => money(improvedRisk),
  },
  {
    id: 'gain',
    header: 'Change',
    width: '8%',
    phoneWidth: '128px',
    numeric: true,
    sort: { field: 'Gain', first: 'Descending' },
    cell: ({ gain }) => money(gain === null ? null : 0 - gain),
  },
  {
    id: 'return',
    header: 'Return',
    width: '6.5%',
    numeric: true,
    wide: true,
    sort: { field: 'ReturnOnCost', first: 'Descending' },
    cell: ({ improve, noEffect, returnOnCost }) =>
      returnOnCost === null || !improve || noEffect !== null ? '–' : `$${returnOnCost.toFixed(2)}`,
  },
];
