import Stack from '@mui/material/Stack';
import type { ProtectionLevels } from '@twinward/contracts/protections/protection-list';
import type { ReactNode } from 'react';
import { typeWords } from '../../../shared/protection/type-labels.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { LevelBuckets } from '../../../ui/format/level-buckets.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';

const listed = (filters: Record<string, string>): string =>
  `/apps/protections?${new URLSearchParams(filters)}`;

/** Counts of protections by level, by type, and of those that do not notify. */
export function LevelSummary({ levels }: { levels: ProtectionLevels }): ReactNode {
  const others = [
    ...levels.types
      .filter(({ count }) => count > 0)
      .map(({ type, count }) => ({ label: typeWords[type], count, to: listed({ type, state: 'service' }) })),
    { label: 'Shelved', count: levels.shelved, to: listed({ state: 'shelved' }) },
    { label: 'Inactive', count: levels.inactive, to: listed({ state: 'inactive' }) },
  ];
  return (
    <>
      <LevelBuckets
        label="Protections in service by level"
        levels={levels}
        to={(level) => listed({ level, state: 'service' })}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 5, rowGap: 1, py: 2 }}>
        {others.map(({ label, count, to }) => (
          <TextLink key={label} to={to} variant="body2" color="text.secondary">
            {label} {formatCount(count)}
          </TextLink>
        ))}
      </Stack>
    </>
  );
}
