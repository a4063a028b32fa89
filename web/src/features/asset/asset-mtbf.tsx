import type { ReactNode } from 'react';
import { MtbfSection } from '../../app/mtbf/mtbf-section.tsx';
import type { AssetSection } from './asset-sections.ts';

/** What the work of an asset shows of its failures; of a location there is nothing to show. */
export const AssetMtbf: AssetSection = ({ asset }): ReactNode =>
  asset.isEquipment ? (
    <MtbfSection
      assetId={asset.id}
      {...(asset.twinId === null ? {} : { workPath: `/apps/twins/${asset.twinId}/work` })}
    />
  ) : null;
