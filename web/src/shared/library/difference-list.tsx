import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { PartDifference } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { fieldLabel, partLabels, valueText } from './part-labels.ts';

const changeLabels = { added: 'Added', removed: 'Removed', changed: 'Changed' };

/** Lists the parts in which two definitions differ, each with the old and new values of its fields. */
export const DifferenceList = ({
  differences,
  none,
}: {
  differences: readonly PartDifference[];
  /** Shown if nothing differs. */
  none: string;
}): ReactNode =>
  differences.length === 0 ? (
    <EmptyState title={none} />
  ) : (
    <Box component="ul" aria-label="Differences" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {differences.map((part) => (
        <Box
          component="li"
          key={`${part.kind} ${part.id} ${part.change}`}
          sx={{ py: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          <PartTitle part={part}>
            <Chip size="small" variant="outlined" label={changeLabels[part.change]} />
          </PartTitle>
          {part.fields.map(({ field, before, after }) => (
            <Box
              key={field}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '160px minmax(0, 1fr) minmax(0, 1fr)' },
                columnGap: 3,
                pt: 1,
                fontSize: '0.8125rem',
              }}
            >
              <Box sx={{ color: 'text.secondary' }}>{fieldLabel(field)}</Box>
              <Box component="del" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {valueText(before)}
              </Box>
              <Box
                component="ins"
                sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', textDecoration: 'none' }}
              >
                {valueText(after)}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );

/** The kind and name of a part. `children` show its change. */
export const PartTitle = ({
  part: { kind, name, parent },
  children,
}: {
  part: Pick<PartDifference, 'kind' | 'name' | 'parent'>;
  children: ReactNode;
}): ReactNode => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
    <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
      {kind === null ? 'The model itself' : name}
    </Typography>
    {kind === null ? null : (
      <Muted sx={{ overflowWrap: 'anywhere' }}>
        {partLabels[kind]}
        {parent === null ? '' : ` of ${parent}`}
      </Muted>
    )}
    {children}
  </Box>
);
