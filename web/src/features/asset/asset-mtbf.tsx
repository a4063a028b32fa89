import type { ReactNode } from 'react';
import { lifeDataPath } from '../../app/life-data/life-data-path.ts';
import { MtbfSection } from '../../app/mtbf/mtbf-section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { AssetSection } from './asset-sections.ts';

/** What the work of an asset shows of its failures; of a location there is nothing to show. */
export const AssetMtbf: AssetSection = ({ asset }): ReactNode =>
  asset.isEquipment ? (
    <div>
      <MtbfSection
        assetId={asset.id}
        {...(asset.twinId === null ? {} : { workPath: `/apps/twins/${asset.twinId}/work` })}
      />
      <TextLink
        to={lifeDataPath({ assetId: asset.id, ...(asset.twinId === null ? {} : { twinId: asset.twinId }) })}
      >
        Life data
      </TextLink>
    </div>
  ) : null;
