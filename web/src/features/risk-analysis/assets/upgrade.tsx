import Link from '@mui/material/Link';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { ReactNode } from 'react';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';

/** The asset limit of the edition ara, with a link to the full product. */
export function Upgrade({ analysis }: { analysis: RiskAnalysis }): ReactNode {
  const { assetCount, assetLimit } = analysis;
  return (
    <AlertBar
      severity="info"
      message={`${assetCount} of ${assetLimit} assets at this tier. Upgrade for more, and for twins that watch over each of them.`}
      action={
        <Link href="mailto:?subject=Upgrade" color="inherit">
          Upgrade
        </Link>
      }
    />
  );
}
