import Link, { type LinkProps } from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** A link to a page of the application. */
export function TextLink(props: Omit<LinkProps<typeof RouterLink>, 'component'>): ReactNode {
  return <Link component={RouterLink} underline="hover" {...props} />;
}
