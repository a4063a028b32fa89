import { mdiCogOutline, mdiMapMarkerOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { visuallyHidden } from '../../ui/page/visually-hidden.ts';

/** An icon for a location or for equipment. */
export const AssetIcon = ({ isEquipment }: { isEquipment: boolean }): ReactNode => (
  <>
    <Icon
      path={isEquipment ? mdiCogOutline : mdiMapMarkerOutline}
      sx={{ fontSize: 16, mr: 2, verticalAlign: 'text-bottom', color: 'text.secondary' }}
    />
    <Box component="span" sx={visuallyHidden}>
      {isEquipment ? '' : 'Location '}
    </Box>
  </>
);
