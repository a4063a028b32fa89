import type { ReactNode } from 'react';

/** The checkbox of a row or of a table's header: the browser's own, since a page has a hundred of them. */
export function RowCheckbox({
  label,
  checked,
  isPartial = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  /** Whether only some of the rows are selected. */
  isPartial?: boolean;
  onChange: (checked: boolean) => void;
}): ReactNode {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(input) => {
        if (input) input.indeterminate = isPartial;
      }}
      // The row opens by a click, too.
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
