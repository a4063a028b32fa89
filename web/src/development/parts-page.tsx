import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { Page } from '../ui/page/page.tsx';
import { CardParts } from './card-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FieldParts } from './field-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { ListParts } from './list-parts.tsx';
import { ResultParts } from './result-parts.tsx';
import { StateParts } from './state-parts.tsx';

interface PartsPageProps {
  /** Shows only dialogs, so that little content is behind an open one. */
  dialogsOnly: boolean;
}

/** All shared components in all states, for developers and for the stories that test them. */
export function PartsPage({ dialogsOnly }: PartsPageProps): ReactNode {
  return (
    <Box component="main">
      <Page
        title="Parts"
        breadcrumbs={[{ label: 'Development', to: '/development' }]}
        tabs={
          <LinkTabs
            label="Parts"
            tabs={[
              { label: 'All', to: '/' },
              { label: 'None', to: '/none' },
            ]}
          />
        }
      >
        <Box sx={{ display: 'grid', gap: 8, maxWidth: 1200, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {dialogsOnly ? (
            <DialogParts />
          ) : (
            <>
              <FormParts />
              <FieldParts />
              <DialogParts />
              <StateParts />
              <CardParts />
              <ListParts />
              <ResultParts />
            </>
          )}
        </Box>
      </Page>
    </Box>
  );
}
