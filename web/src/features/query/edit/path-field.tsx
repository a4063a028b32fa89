import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import type { QueryType } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { findPath, isManyPath, type Types } from '../catalogue.ts';

/** The option for the record itself instead of one of its fields. */
const self = '';
const fieldMark = 'field:';
const relationMark = 'relation:';

/**
 * Edits a path: a field of the source, or relations to other records followed by one of their fields. Each relation
 * adds a select.
 */
export function PathField({
  label,
  types,
  from,
  path,
  onPath,
}: {
  label: string;
  types: Types;
  from: QueryType;
  path: string;
  onPath: (path: string) => void;
}): ReactNode {
  const found = findPath(types, from, path) ?? { relations: [], field: null, type: from };
  const steps = [
    { type: from, before: '' },
    ...found.relations.map((relation, place) => ({
      type: types.get(relation.type)!,
      before: found.relations
        .slice(0, place + 1)
        .map(({ name }) => name)
        .join('.'),
    })),
  ];
  const join = (...parts: string[]): string => parts.filter((part) => part !== '').join('.');
  return (
    <Stack spacing={2}>
      {steps.map(({ type, before }, place) => {
        const relation = found.relations[place];
        const value = relation
          ? `${relationMark}${relation.name}`
          : found.field
            ? `${fieldMark}${found.field.name}`
            : self;
        return (
          <SelectField
            key={before}
            label={place === 0 ? label : `Field of ${type.caption}`}
            value={value}
            choices={[
              {
                value: self,
                label: place === 0 ? 'Choose a field' : `${type.caption} (the record)`,
              },
              ...type.fields.map(({ name, caption }) => ({ value: `${fieldMark}${name}`, label: caption })),
              ...type.relations
                .filter((one) => types.has(one.type))
                .map(({ name, caption, many }) => ({
                  value: `${relationMark}${name}`,
                  label: `${caption} ›${many ? ' (several)' : ''}`,
                })),
            ]}
            onChange={({ target }) =>
              onPath(join(before, target.value.replace(new RegExp(`^(${fieldMark}|${relationMark})`), '')))
            }
          />
        );
      })}
      {isManyPath(types, from, path) ? (
        <FormHelperText>
          A record can have several of these. Each one is shown as a row, or counted in its group.
        </FormHelperText>
      ) : null}
    </Stack>
  );
}
