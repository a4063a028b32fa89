import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Small text in the secondary color, such as a note. */
export const Muted = ({ sx = {}, ...props }: TypographyProps): ReactNode => (
  <Typography
    variant="body2"
    {...props}
    sx={[{ color: 'text.secondary' }, ...(Array.isArray(sx) ? sx : [sx])]}
  />
);
