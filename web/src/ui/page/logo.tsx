import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The product's logo: an asset and its twin. */
export const LogoMark = ({ size = 24 }: { size?: number }): ReactNode => (
  <Box component="svg" viewBox="0 0 24 24" aria-hidden sx={{ width: size, height: size, flex: 'none' }}>
    <Box
      component="path"
      d="M14 5.500 21 9.500v8l-7 4-7-4v-8z"
      sx={{ fill: 'none', strokeWidth: 2, strokeLinejoin: 'round', color: 'accent.main' }}
      stroke="currentColor"
    />
    <Box
      component="path"
      d="M10 3 17 7v8l-7 4-7-4V7z"
      sx={{ fill: 'none', strokeWidth: 2, strokeLinejoin: 'round', color: 'primary.main' }}
      stroke="currentColor"
    />
  </Box>
);

export const Logo = (): ReactNode => (
  <Box
    component={Link}
    to="/home"
    aria-label="Twinward, home"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2,
      color: 'text.primary',
      textDecoration: 'none',
      fontWeight: 600,
      fontSize: '1rem',
      letterSpacing: '-0.01em',
    }}
  >
    <LogoMark />
    <Box component="span" sx={{ '@media (max-width: 479px)': { display: 'none' } }}>
      Twinward
    </Box>
  </Box>
);
