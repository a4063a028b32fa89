import Link from '@mui/material/Link';
import type { RiskAnalysis } from '@twinward/contracts/risk/risk-analysis';
import type { ReactNode } from 'react';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { linkTo } from '../../../ui/format/link-to.ts';

/** The limit of assets in the edition ara, with a link to upgrade. */
export function UpgradePrompt({
  analysis: { assetCount, assetLimit },
  address,
}: {
  analysis: RiskAnalysis;
  address: string;
}): ReactNode {
  return (
    <AlertBar
      severity="info"
      message={`${assetCount} of ${assetLimit} assets at this tier. Upgrade for more assets and for digital twins that monitor them.`}
      action={<UpgradeLink address={address} />}
    />
  );
}

/** Link to upgrade. Renders nothing without a configured URL. */
export const UpgradeLink = ({ address }: { address: string }): ReactNode =>
  address === '' ? null : (
    <Link href={linkTo(address)} target="_blank" rel="noopener noreferrer" color="inherit">
      Upgrade
    </Link>
  );
