import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

/** The active filters as chips, removable one by one or all at once. Renders nothing without filters. */
export function FilterChips({
  chips,
  onRemove,
  onClear,
}: {
  chips: readonly { name: string; label: string }[];
  onRemove: (name: string) => void;
  onClear: () => void;
}): ReactNode {
  if (chips.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Active filters"
      sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 2 }}
    >
      {chips.map((chip) => (
        <Chip
          key={chip.name}
          size="small"
          label={chip.label}
          onDelete={() => onRemove(chip.name)}
          onClick={() => onRemove(chip.name)}
          aria-label={`Remove filter: ${chip.label}`}
        />
      ))}
      <Button onClick={onClear}>Clear</Button>
    </Stack>
  );
}
