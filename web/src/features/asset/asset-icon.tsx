import { mdiCogOutline, mdiMapMarkerOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';

/** An icon for a location or for equipment. */
export const AssetIcon = ({ isEquipment }: { isEquipment: boolean }): ReactNode => (
  <>
    <Icon
      path={isEquipment ? mdiCogOutline : mdiMapMarkerOutline}
      sx={{ fontSize: 16, mr: 2, verticalAlign: 'text-bottom', color: 'text.secondary' }}
    />
    <span className="visually-hidden">{isEquipment ? '' : 'Location '}</span>
  </>
);
