import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useChooseStructure, useStructures } from '../../shared/api/queries/use-structures.ts';
import { SelectField } from '../../ui/form/select-field.tsx';

/** Chooses the structure of the tree, saved for the user. Hidden if there is only one. */
export function StructureChoice({ value, onChange }: { value: string; onChange: () => void }): ReactNode {
  const structures = useStructures().data?.records ?? [];
  const choose = useChooseStructure();
  if (structures.length < 2) return null;
  return (
    <Box sx={{ pb: 3 }}>
      <SelectField
        label="Structure"
        value={value}
        choices={structures.map(({ name, caption }) => ({ value: name, label: caption }))}
        onChange={(event) => choose.mutate(event.target.value, { onSuccess: onChange })}
      />
    </Box>
  );
}
