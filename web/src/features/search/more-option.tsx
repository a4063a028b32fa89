import type { ReactNode } from 'react';
import { Option, type OptionProps } from './option.tsx';

/** A line that shows more results. */
export const MoreOption = ({ label, ...option }: OptionProps & { label: string }): ReactNode => (
  <Option {...option} sx={{ color: 'primary.main', cursor: 'pointer' }}>
    {label}
  </Option>
);
