import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { ReactNode } from 'react';
import { SelectField } from './select-field.tsx';

export interface TaxonomyChoice {
  categoryId: string;
  classId: string;
  typeId: string;
}

const none = { value: '', label: 'None' };

/** Category, class and type: each choice limits the options of the next. */
export function TaxonomyFields({
  entries,
  value,
  disabled = false,
  onChange,
}: {
  entries: readonly TaxonomyEntry[];
  value: TaxonomyChoice;
  disabled?: boolean;
  onChange: (choice: TaxonomyChoice) => void;
}): ReactNode {
  const { categoryId, classId, typeId } = value;
  const listChoices = (
    level: 'category' | 'class' | 'type',
    isOffered: (entry: TaxonomyEntry) => boolean,
  ) => [
    none,
    ...entries
      .filter((entry) => entry[level]?.id === entry.id && isOffered(entry))
      .map((entry) => ({ value: String(entry.id), label: entry[level]?.caption ?? '' })),
  ];
  return (
    <>
      <SelectField
        label="Category"
        value={categoryId}
        disabled={disabled}
        choices={listChoices('category', () => true)}
        onChange={(event) => onChange({ categoryId: event.target.value, classId: '', typeId: '' })}
      />
      <SelectField
        label="Class"
        value={classId}
        disabled={disabled || categoryId === ''}
        choices={listChoices('class', (entry) => String(entry.category.id) === categoryId)}
        onChange={(event) => onChange({ categoryId, classId: event.target.value, typeId: '' })}
      />
      <SelectField
        label="Type"
        value={typeId}
        disabled={disabled || classId === ''}
        choices={listChoices('type', (entry) => String(entry.class?.id) === classId)}
        onChange={(event) => onChange({ categoryId, classId, typeId: event.target.value })}
      />
    </>
  );
}
