import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { typeCaption, useRecordTypes } from '../../../shared/api/queries/use-record-types.ts';
import { standardStructure, useStructures } from '../../../shared/api/queries/use-structures.ts';
import { ReferenceInput } from '../../../shared/record/reference-input.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';

/** A record of a structure that contains assets; a null id means the whole plant. */
export interface Place {
  structure: string;
  type: string;
  id: number | null;
  caption?: string | undefined;
}

export const wholePlant: Place = { structure: standardStructure, type: 'asset', id: null };

/** Chooses a place. Also offers the structure if there are several, and the type if several types can be parents. */
export function PlaceField({ value, onChange }: { value: Place; onChange(place: Place): void }): ReactNode {
  const structures = useStructures().data?.records ?? [];
  const recordTypes = useRecordTypes().data?.records;
  const listTypes = (name: string): string[] => [
    ...new Set(
      structures.find((one) => one.name === name)?.relationships.map(({ fromType }) => fromType) ?? ['asset'],
    ),
  ];
  const types = listTypes(value.structure);
  return (
    <Stack spacing={2}>
      {structures.length > 1 ? (
        <SelectField
          label="Structure"
          value={value.structure}
          choices={structures.map(({ name, caption }) => ({ value: name, label: caption }))}
          onChange={({ target }) =>
            onChange({ structure: target.value, type: listTypes(target.value)[0]!, id: null })
          }
        />
      ) : null}
      {types.length > 1 ? (
        <SelectField
          label="Kind of place"
          value={value.type}
          choices={types.map((name) => ({ value: name, label: typeCaption(recordTypes, name) }))}
          onChange={({ target }) => onChange({ ...value, type: target.value, id: null, caption: undefined })}
        />
      ) : null}
      <ReferenceInput
        key={`${value.structure} ${value.type}`}
        label="Place"
        hint="Only assets below this place. Leave empty for the whole plant."
        target={value.type}
        caption={value.caption}
        value={value.id}
        onChange={() => undefined}
        onChosen={(next) => onChange({ ...value, id: next?.id ?? null, caption: next?.caption })}
      />
    </Stack>
  );
}
