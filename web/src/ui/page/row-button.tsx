import type { ComponentProps, ReactNode } from 'react';

/** A round button with an icon, of plain elements: each row of a list has one or two (`.row-button` in the theme). */
export function RowButton({
  icon,
  iconSize = 20,
  ...rest
}: ComponentProps<'button'> & {
  /** Path of @mdi/js. */
  icon: string;
  /** In pixels. */
  iconSize?: number;
  'aria-label': string;
}): ReactNode {
  return (
    <button type="button" {...rest} className="row-button">
      <svg viewBox="0 0 24 24" width={iconSize} height={iconSize} fill="currentColor" aria-hidden>
        <path d={icon} />
      </svg>
    </button>
  );
}
