import type { ReactNode } from 'react';
import { FieldGrid } from '../../ui/form/field-grid.tsx';

/** The fields of a settings form, in two columns on wide screens. */
export const FormGrid = ({ children }: { children: ReactNode }): ReactNode => (
  <FieldGrid gap={4} sx={{ maxWidth: 720, pt: 2, pb: 4 }}>
    {children}
  </FieldGrid>
);
