import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

/** An icon of @mdi/js by its path. Decorative without `label`. */
export function Icon({
  path,
  label,
  ...rest
}: { path: string; label?: string } & Omit<SvgIconProps, 'path'>): ReactNode {
  return (
    <SvgIcon fontSize="small" {...(label === undefined ? {} : { titleAccess: label })} {...rest}>
      <path d={path} />
    </SvgIcon>
  );
}
