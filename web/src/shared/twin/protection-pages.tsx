import Box from '@mui/material/Box';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { protectionsPerPage, useTwinProtectionPage } from '../api/queries/use-twin-protections.ts';

/** The protections of a twin, a hundred per page, with links to the other pages at the top. */
export function ProtectionPages({
  twinId,
  rows,
  children,
}: {
  twinId: number;
  /** Lines of the skeleton. */
  rows?: number;
  children: (protections: readonly ProtectionSummary[]) => ReactNode;
}): ReactNode {
  const [parameters, setParameters] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(parameters.get('page') ?? 1)) || 1);
  const protections = useTwinProtectionPage(twinId, page);
  const go = (to: number): void =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      if (to === 1) next.delete('page');
      else next.set('page', String(to));
      return next;
    });
  return (
    <Loaded
      query={protections}
      {...(rows === undefined ? {} : { rows })}
      fallback="The protections could not be loaded."
    >
      {({ records, total }) => (
        <>
          {total > protectionsPerPage ? (
            <PageLinks
              page={page}
              pageSize={protectionsPerPage}
              total={total}
              noun="protections"
              onChange={go}
            />
          ) : null}
          <Box
            aria-busy={protections.isPlaceholderData}
            sx={{ opacity: protections.isPlaceholderData ? 0.6 : 1 }}
          >
            {children(records)}
          </Box>
        </>
      )}
    </Loaded>
  );
}
