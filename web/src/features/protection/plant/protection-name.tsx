import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/**
 * A protection's name with its asset below, to distinguish equal names where the asset has no column: on a phone, and
 * beside an open protection.
 */
export function ProtectionName({
  name,
  assetName,
  isNarrow = false,
  isSetAside = false,
}: {
  name: string;
  assetName: string;
  isNarrow?: boolean;
  isSetAside?: boolean;
}): ReactNode {
  return (
    <span title={`${name}, ${assetName}`}>
      {name}
      <Box
        component="span"
        sx={{
          display: isNarrow ? 'block' : { xs: 'block', md: 'none' },
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {assetName}
      </Box>
      {isSetAside ? (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          Evaluation stopped{' '}
        </Box>
      ) : null}
    </span>
  );
}
