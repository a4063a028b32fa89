import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { BudgetChoice, ImprovementOffer } from '@twinward/contracts/risk/improvement';
import { newScenario } from '@twinward/contracts/risk/scenario';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { formatMoney } from '../../../ui/format/format.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { visuallyHidden } from '../../../ui/page/visually-hidden.ts';
import { useSetCosts } from '../api/improvements.ts';
import { optionLabel } from './option-text.ts';

export const dollarsRule = schemaRule(newScenario.shape.budget);
const mostShown = 100;

const toKey = ({ assetId, optionId }: { assetId: number; optionId: number | null }): string =>
  `${assetId}/${optionId}`;

/** The options of an analysis with their gains, and their costs to edit. */
export function Costs({
  analysisId,
  offers,
  chosen,
}: {
  analysisId: number;
  offers: readonly ImprovementOffer[];
  /** The set whose options are marked; null for none. */
  chosen: BudgetChoice | null;
}): ReactNode {
  const setting = useSetCosts(analysisId);
  const keys = new Set((chosen?.options ?? []).map(toKey));
  return (
    <Stack spacing={2}>
      <DataTable
        label="Improvements"
        rows={offers.slice(0, mostShown)}
        rowKey={toKey}
        columns={[
          {
            id: 'asset',
            header: 'Asset',
            cell: (offer) => `${offer.assetName}${keys.has(toKey(offer)) ? ' – chosen' : ''}`,
          },
          { id: 'option', header: 'Option', wide: true, cell: optionLabel },
          {
            id: 'gain',
            header: 'Risk reduction',
            numeric: true,
            wraps: true,
            cell: (offer) =>
              offer.noEffect === null ? formatMoney(offer.gain) : `No effect. ${offer.noEffect}`,
          },
          {
            id: 'cost',
            header: 'Cost, $',
            width: '180px',
            cell: (offer) => (
              <CostField
                offer={offer}
                onSet={(cost) => setting.mutate([{ assetId: offer.assetId, optionId: offer.optionId, cost }])}
              />
            ),
          },
        ]}
      />
      {offers.length > mostShown
        ? `Only the ${mostShown} with the largest risk reduction are shown. The others are included too.`
        : null}
      <ErrorState error={setting.error} fallback="The cost could not be saved." />
    </Stack>
  );
}

function CostField({
  offer,
  onSet,
}: {
  offer: ImprovementOffer;
  onSet: (cost: number | null) => void;
}): ReactNode {
  const [cost, setCost] = useState(offer.cost);
  const problem = dollarsRule(cost) ?? undefined;
  const what = offer.optionId === null ? offer.assetName : `${offer.assetName}, ${optionLabel(offer)}`;
  return (
    <Box sx={{ py: 1, '& label': visuallyHidden, '& input': { px: 2 } }}>
      <NumberField
        label={`Cost for ${what}`}
        value={cost}
        error={problem}
        onChange={setCost}
        onBlur={() => {
          if (problem === undefined && cost !== offer.cost) onSet(cost);
        }}
      />
    </Box>
  );
}
