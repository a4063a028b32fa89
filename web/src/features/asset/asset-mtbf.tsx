import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { ReactNode } from 'react';
import { lifeDataPath } from '../../shared/address/life-data-path.ts';
import { workPath } from '../../shared/address/paths.ts';
import { MtbfSection } from '../../shared/risk/mtbf-section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** The measured MTBF of equipment. Renders nothing for locations. */
export const AssetMtbf = ({ asset }: { asset: AssetDetail }): ReactNode =>
  asset.isEquipment ? (
    <div>
      <MtbfSection
        assetId={asset.id}
        {...(asset.twinId === null ? {} : { workPath: workPath(asset.twinId) })}
      />
      <TextLink
        to={lifeDataPath({ assetId: asset.id, ...(asset.twinId === null ? {} : { twinId: asset.twinId }) })}
      >
        Life data
      </TextLink>
    </div>
  ) : null;
