import { mdiClose } from '@mdi/js';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { MappedClass } from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import type { ReactNode } from 'react';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { toEntryId } from './mapping-draft.ts';

/** Maps type codes to classes. This mapping takes precedence over the fields category, class and type. */
export function ClassList({
  classes,
  records,
  onChange,
}: {
  classes: readonly MappedClass[];
  /** The records of the preview, whose type codes are offered. */
  records: readonly ShownRecord[];
  onChange(classes: MappedClass[]): void;
}): ReactNode {
  const taxonomy = useTaxonomy();
  const known = new Set(classes.map(({ code }) => code));
  const unknown = [...new Set(records.map(({ type }) => type))].find(
    (type) => type !== '' && !known.has(type),
  );
  return (
    <Section title="Classes by type code">
      <Muted sx={{ pb: 2 }}>They override the fields category, class and type.</Muted>
      <Loaded query={taxonomy} rows={2} fallback="The taxonomy could not be loaded.">
        {(entries) => (
          <Stack spacing={3} sx={{ maxWidth: 720 }}>
            {classes.map((mapped, index) => {
              const change = (part: Partial<MappedClass>) =>
                onChange(classes.map((one, at) => (at === index ? { ...one, ...part } : one)));
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
                <Box key={index} sx={line}>
                  <Field
                    label={`Type code ${index + 1}`}
                    value={mapped.code}
                    error={mapped.code === '' ? 'Required.' : undefined}
                    onChange={(event) => change({ code: event.target.value })}
                  />
                  <SelectField
                    label={`Class of type code ${index + 1}`}
                    value={String(toEntryId(mapped))}
                    choices={entries.map((entry) => ({ value: String(entry.id), label: formatPath(entry) }))}
                    onChange={(event) => change(toClassIds(entries, Number(event.target.value)))}
                  />
                  <IconButton
                    size="small"
                    aria-label={`Remove type code ${index + 1}`}
                    onClick={() => onChange(classes.filter((_, at) => at !== index))}
                    sx={{ mb: 1 }}
                  >
                    <Icon path={mdiClose} />
                  </IconButton>
                </Box>
              );
            })}
            {entries[0] === undefined ? null : (
              <Box>
                <AddButton
                  variant="outlined"
                  onClick={() =>
                    onChange([...classes, { code: unknown ?? '', ...toClassIds(entries, entries[0]!.id) }])
                  }
                >
                  Add type code
                </AddButton>
              </Box>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

const formatPath = (entry: TaxonomyEntry): string =>
  [entry.category, entry.class, entry.type].flatMap((term) => (term ? [term.caption] : [])).join(' / ');

function toClassIds(
  entries: readonly TaxonomyEntry[],
  id: number,
): Pick<MappedClass, 'categoryId' | 'classId' | 'typeId'> {
  const entry = entries.find((one) => one.id === id)!;
  return {
    categoryId: entry.category.id,
    classId: entry.class?.id ?? null,
    typeId: entry.type?.id ?? null,
  };
}

const line = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr) auto',
  columnGap: 3,
  alignItems: 'end',
} as const;
