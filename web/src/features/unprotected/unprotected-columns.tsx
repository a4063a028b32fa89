import Box from '@mui/material/Box';
import type { ListedFailureMode } from '@twinward/contracts/twins/failure-mode-list';
import { coveragePath, protectionAgainstPath } from '../../shared/address/paths.ts';
import { RiskWithWhy } from '../../shared/risk/why-risk.tsx';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** Why a failure mode is not covered. */
function describeReason({ protections, twinActive }: ListedFailureMode): string {
  if (!twinActive) return 'Twin inactive';
  if (protections.length === 0) return 'No protection';
  return `Inactive: ${protections.map(({ name }) => name).join(', ')}`;
}

const buildColumns = (findCaption: (mechanism: string) => string): readonly Column<ListedFailureMode>[] => [
  {
    id: 'name',
    header: 'Failure mode',
    sort: { field: 'Name' },
    cell: ({ name, mechanism, assetName }) => (
      <span title={mechanism === null ? name : `${name}: ${findCaption(mechanism)}`}>
        {name}
        <Box
          component="span"
          sx={{
            display: { xs: 'block', md: 'none' },
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {assetName}
        </Box>
      </span>
    ),
  },
  {
    id: 'asset',
    header: 'Twin',
    width: '20%',
    wide: true,
    sort: { field: 'AssetName' },
    cell: ({ assetName, assetUniqueId, twinId }) => (
      <TextLink to={coveragePath(twinId)} color="inherit" title={`${assetName} (${assetUniqueId})`}>
        {assetName}
      </TextLink>
    ),
  },
  {
    id: 'reason',
    header: 'Why unprotected',
    term: 'unprotected',
    width: '18%',
    wide: true,
    cell: (mode) => <span title={describeReason(mode)}>{describeReason(mode)}</span>,
  },
  {
    id: 'probability',
    header: 'Probability',
    term: 'probability',
    numeric: true,
    width: '136px',
    wide: true,
    sort: { field: 'Probability', first: 'Descending' },
    cell: ({ probability }) => (probability === null ? '–' : formatPercent(probability)),
  },
  {
    id: 'consequence',
    header: 'Consequence',
    term: 'consequence',
    numeric: true,
    width: '152px',
    wide: true,
    sort: { field: 'Consequence', first: 'Descending' },
    cell: ({ consequence }) => (consequence === null ? '–' : formatMoney(consequence)),
  },
  {
    id: 'risk',
    header: 'Risk',
    term: 'risk',
    numeric: true,
    width: '152px',
    phoneWidth: '32%',
    sort: { field: 'Risk', first: 'Descending' },
    cell: ({ name, risk, probability, consequence }) => (
      <RiskWithWhy risk={risk} percent={probability} cost={consequence} of={name} />
    ),
  },
];

const protect: Column<ListedFailureMode> = {
  id: 'protect',
  header: 'Protection',
  width: '112px',
  phoneWidth: '76px',
  cell: ({ id, twinId, name }) => (
    <TextLink to={protectionAgainstPath(twinId, id)} aria-label={`Protect against ${name}`}>
      Protect
    </TextLink>
  ),
};

/**
 * @param mayProtect whether the user may create protections
 * @param findCaption returns the caption of a failure mechanism
 */
export const unprotectedColumns = (
  mayProtect: boolean,
  findCaption: (mechanism: string) => string,
): readonly Column<ListedFailureMode>[] => [...buildColumns(findCaption), ...(mayProtect ? [protect] : [])];
