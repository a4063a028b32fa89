import type { FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { isShown, valueIn } from '@twinward/domain/records/conditions';
import type { ReactNode } from 'react';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { FurtherFiles } from '../attachment/record-files.tsx';
import { FieldText } from './field-text.tsx';
import { useCaptions } from './use-captions.ts';
import { useRollUps } from './use-roll-ups.ts';
import { noFields, valueFields } from './value-fields.ts';

/** Shows the values of the further fields of a record by section, and their files. */
export function FurtherFacts({
  type,
  record,
}: {
  type: SystemType;
  record: { id: number; fields: FieldValues };
}): ReactNode {
  const all = valueFields(useRecordType(type).data ?? noFields);
  const values = useRollUps(type, all, [record])(record);
  const fields = all.filter((field) => isShown(field, values) && valueIn(values, field.name) !== undefined);
  const captions = useCaptions(fields, [values]);
  const sections = [...new Set(fields.map(({ section }) => section))].map((section) => (
    <Section key={section} title={section || 'Further fields'}>
      <Facts
        facts={fields
          .filter((field) => field.section === section)
          .map((field) => [
            field.caption,
            <FieldText key={field.name} field={field} record={{ fields: values, captions }} />,
          ])}
      />
    </Section>
  ));
  return (
    <>
      {sections}
      <FurtherFiles type={type} id={record.id} />
    </>
  );
}
