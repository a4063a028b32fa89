import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useBands } from '../../shared/api/queries/use-risk-matrix.ts';
import { BandsDialog } from '../../shared/risk/bands-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import { Facts } from '../../ui/page/facts.tsx';

/** The bands of the risk matrix, which apply to all analyses. */
export function RiskMatrixSection(): ReactNode {
  const bands = useBands();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Loaded query={bands} rows={2} fallback="The bands could not be loaded.">
      {(loaded) => (
        <>
          <Facts
            facts={[
              ['Probability', loaded.probability.map(formatPercent).join(', ')],
              ['Cost of failure', loaded.consequence.map(formatMoney).join(', ')],
            ]}
          />
          <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setIsEditing(true)}>
            Edit bands
          </Button>
          {isEditing ? <BandsDialog bands={loaded} onClose={() => setIsEditing(false)} /> : null}
        </>
      )}
    </Loaded>
  );
}
