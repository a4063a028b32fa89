import Box from '@mui/material/Box';
import { fieldMessages } from '@twinward/domain/rules/rule';
import type { ReactNode } from 'react';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import { bindFields } from '../../../ui/form/bound-fields.ts';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TaxonomyFields } from '../../../ui/form/taxonomy-fields.tsx';
import { accessChoices, factRules, type ModelFacts } from './model-facts.ts';

/** The fields of the facts of a model. */
export function FactFields({
  facts,
  isTried,
  readOnly = false,
  onChange,
}: {
  facts: ModelFacts;
  /** Whether messages are shown. */
  isTried: boolean;
  readOnly?: boolean;
  onChange(change: Partial<ModelFacts>): void;
}): ReactNode {
  const taxonomy = useTaxonomy().data ?? [];
  const entry = taxonomy.find(({ id }) => id === facts.taxonomyId);
  const toIdText = (term: { id: number } | null | undefined): string => (term == null ? '' : String(term.id));
  const problems = isTried ? fieldMessages(facts, factRules) : {};
  const bound = bindFields({ draft: facts, problems, readOnly, change: onChange });
  return (
    <Box
      component="fieldset"
      disabled={readOnly}
      sx={{
        border: 0,
        m: 0,
        p: 0,
        minWidth: 0,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      <Field label="Name" required {...bound.text('name')} />
      <Box sx={{ gridColumn: { sm: 'span 2' } }}>
        <Field label="Description" multiline maxRows={6} {...bound.text('description')} />
      </Box>
      <TaxonomyFields
        entries={taxonomy}
        value={{
          categoryId: toIdText(entry?.category),
          classId: toIdText(entry?.class),
          typeId: toIdText(entry?.type),
        }}
        onChange={({ categoryId, classId, typeId }) =>
          onChange({ taxonomyId: Number(typeId || classId || categoryId) || null })
        }
      />
      <Field label="Author" {...bound.text('author')} />
      <Field label="Manufacturer" {...bound.text('manufacturer')} />
      <Field label="Model" hint="Model name of the manufacturer" {...bound.text('model')} />
      <SelectField label="Visibility" choices={accessChoices} {...bound.text('accessLevel')} />
    </Box>
  );
}
