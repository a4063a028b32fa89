import Box from '@mui/material/Box';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { isShown } from '@twinward/domain/records/conditions';
import type { ReactNode } from 'react';
import { FieldText } from '../../shared/record/field-text.tsx';
import { valueFields } from '../../shared/record/value-fields.ts';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';

/** The values of a record by section, with the users who created and changed it. */
export function RecordFacts({ type, record }: { type: RecordType; record: CustomRecord }): ReactNode {
  const fields = valueFields(type).filter(
    (field) => field.kind !== 'attachment' && isShown(field, record.fields),
  );
  const sections = [...new Set(fields.map(({ section }) => section))];
  const missing = record.incomplete.map(
    (name) => type.fields.find((field) => field.name === name)?.caption ?? name,
  );
  return (
    <Box sx={{ display: 'grid', rowGap: 5 }}>
      {missing.length === 0 ? null : (
        <AlertBar severity="warning" message={`Required fields without a value: ${missing.join(', ')}.`} />
      )}
      {sections.map((section) => (
        <Section key={section} title={section || type.caption}>
          <Facts
            facts={fields
              .filter((field) => field.section === section)
              .map((field) => [field.caption, <FieldText key={field.name} field={field} record={record} />])}
          />
        </Section>
      ))}
      <Section title="Changes">
        <Facts
          facts={[
            ['Added', <Made key="added" at={record.createdAt} by={record.createdBy} />],
            ['Changed', <Made key="changed" at={record.updatedAt} by={record.updatedBy} />],
          ]}
        />
      </Section>
    </Box>
  );
}

const Made = ({ at, by }: { at: string; by: CustomRecord['createdBy'] }): ReactNode => (
  <>
    <Time value={at} />
    {by === null ? '' : ` by ${by.userName}`}
  </>
);
