import { type FieldDefinition, fieldDefinition } from '@twinward/contracts/records/field';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';

const fields: FieldDefinition[] = [
  { kind: 'auto-number', name: 'number', caption: 'Number', template: 'INS-{0000}' },
  { kind: 'text', name: 'place', caption: 'Place', required: true },
  { kind: 'number', name: 'thickness', caption: 'Thickness', unit: 'mm', minimum: 0, section: 'Findings' },
  { kind: 'yes-no', name: 'passed', caption: 'Passed', section: 'Findings' },
  {
    kind: 'text',
    name: 'reason',
    caption: 'Reason',
    section: 'Findings',
    required: true,
    shownWhen: { field: 'passed', values: [false] },
  },
  { kind: 'reference', name: 'asset', caption: 'Asset', recordType: 'asset' },
  { kind: 'attachment', name: 'photo', caption: 'Photo' },
].map((field) => fieldDefinition.parse(field));

/** A custom type that the user may write. */
export const inspectionType: RecordType = {
  name: 'inspection',
  caption: 'Inspection',
  pluralCaption: 'Inspections',
  description: '',
  icon: 'inspection',
  isSystem: false,
  restricted: false,
  deprecated: false,
  mayWrite: true,
  titleTemplate: '{number} {place}',
  systemFields: [],
  rollUps: {},
  version: 1,
  fields,
  states: [
    { name: 'open', caption: 'Open' },
    { name: 'closed', caption: 'Closed' },
  ],
  transitions: [
    { from: 'open', to: 'closed', caption: 'Close', groups: [] },
    { from: 'closed', to: 'open', caption: 'Open again', groups: ['MANAGERS'] },
  ],
};

export const createInspection = (part: Partial<CustomRecord> = {}): CustomRecord => ({
  id: 7,
  type: 'inspection',
  title: 'INS-0001 Roof',
  state: 'open',
  incomplete: [],
  version: 1,
  fields: { number: 'INS-0001', place: 'Roof', thickness: 3.5, asset: 12 },
  captions: { asset: { 12: 'Feed pump (P-101)' } },
  createdAt: '2026-03-01T08:00:00.000Z',
  createdBy: { id: 1, userName: 'ada' },
  updatedAt: '2026-03-02T08:00:00.000Z',
  updatedBy: null,
  ...part,
});
