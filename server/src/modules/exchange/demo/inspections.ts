import type { FieldChanges } from '@twinward/contracts/records/field';
import { newRecordType } from '@twinward/contracts/records/record-type';
import type { Db } from '../../../platform/database/database.ts';
import { getAssetsByUniqueId } from '../../assets/asset/service.ts';
import { createRecordsIn, listFedTags } from '../../records/record/service.ts';
import { createRecordTypeIn, listTypes } from '../../records/record-type/service.ts';
import { insertDemoRows } from './record-store.ts';
import type { Replay } from './replay/store.ts';

const day = 24 * 3_600_000;
/** The reports are as many days before the anchor of a replay as before this time. */
const recordedEnd = Date.UTC(2014, 1, 19);

/**
 * An example of a plant's wish: 'we also keep inspection reports, with a thickness in mm and a next date, linked to the
 * asset'.
 */
const inspection = newRecordType.parse({
  name: 'inspection',
  caption: 'Inspection report',
  pluralCaption: 'Inspection reports',
  description:
    'Measured wall thickness of a part, and when to measure it again. An example: the figures are made up.',
  icon: 'inspection',
  titleTemplate: '{number} {part}',
  states: [
    { name: 'reported', caption: 'Reported' },
    { name: 'approved', caption: 'Approved' },
  ],
  transitions: [
    { from: 'reported', to: 'approved', caption: 'Approve' },
    { from: 'approved', to: 'reported', caption: 'Reopen' },
  ],
  fields: [
    { name: 'number', caption: 'Number', kind: 'auto-number', template: 'INS-{0000}', inList: false },
    { name: 'asset', caption: 'Asset', kind: 'reference', recordType: 'asset', required: true },
    { name: 'inspected', caption: 'Inspected on', kind: 'date', required: true, default: 'today' },
    { name: 'part', caption: 'Part', kind: 'text', required: true },
    {
      name: 'thickness',
      caption: 'Thickness',
      kind: 'number',
      unit: 'mm',
      required: true,
      section: 'Measurement',
      minimum: 0,
      maximum: 1000,
      feeds: { asset: 'asset', time: 'inspected' },
    },
    {
      name: 'minimum',
      caption: 'Least thickness',
      kind: 'number',
      unit: 'mm',
      required: true,
      section: 'Measurement',
      minimum: 0,
      maximum: 1000,
    },
    {
      name: 'margin',
      caption: 'Margin',
      kind: 'computed',
      unit: 'mm',
      section: 'Measurement',
      expression: '[thickness] - [minimum]',
    },
    { name: 'passed', caption: 'Passed', kind: 'yes-no', section: 'Result', required: true },
    {
      name: 'remark',
      caption: 'Remark',
      kind: 'long-text',
      section: 'Result',
      inList: false,
      requiredWhen: { field: 'passed', values: [false] },
    },
    {
      name: 'next',
      caption: 'Next date',
      kind: 'date',
      section: 'Result',
      reminders: [{ daysBefore: 30, groups: ['ADMINISTRATORS'], userFields: ['inspector'] }],
    },
    {
      name: 'inspector',
      caption: 'Inspector',
      kind: 'user',
      section: 'Result',
      default: 'current',
      inList: false,
    },
    { name: 'photo', caption: 'Photo', kind: 'attachment', section: 'Result' },
  ],
});

/** Reports of one asset: the part, its minimum thickness in mm, and the measured thickness by day. */
interface Series {
  uniqueId: string;
  part: string;
  minimum: number;
  measured: readonly (readonly [day: string, thickness: number, next: string])[];
}

const engineDays = [
  ['2013-12-02', '2014-01-06'],
  ['2014-01-06', '2014-02-10'],
  ['2014-02-10', '2014-03-10'],
] as const;

const series: readonly Series[] = [
  {
    uniqueId: 'MACHINE-01',
    part: 'Casing, drive end',
    minimum: 7.5,
    measured: [
      ['2013-12-03', 8.1, '2013-12-18'],
      ['2013-12-18', 8, '2014-01-15'],
      ['2014-01-15', 7.8, '2014-02-12'],
      ['2014-02-10', 7.3, '2014-02-24'],
    ],
  },
  ...[1, 2, 3, 4, 5].map((engine) => ({
    uniqueId: `ENGINE-00${engine}`,
    part: 'Combustor liner',
    minimum: 1.2,
    measured: engineDays.map(
      ([day, next], place) => [day, (184 - 4 * engine - (6 + 3 * engine) * place) / 100, next] as const,
    ),
  })),
];

/**
 * Loads a type of inspection reports for some of the demo's assets, with tags of the measured thickness. Does nothing
 * if the assets were deleted, or there is a type with that name.
 * @returns no assets
 */
export async function loadInspections(
  trx: Db,
  _progress: (percent: number) => void,
  replay: Replay | null,
): Promise<number[]> {
  const days = replay ? Math.floor((replay.anchor - recordedEnd) / day) : 0;
  const found = await getAssetsByUniqueId(
    trx,
    series.map(({ uniqueId }) => uniqueId),
  );
  const isTaken = (await listTypes(trx)).some(({ name }) => name.toLowerCase() === inspection.name);
  if (found.length === 0 || isTaken) return [];
  const type = await createRecordTypeIn(trx, null, inspection);
  const assets = new Map(found.map(({ uniqueId, id }) => [uniqueId, id]));
  const reports = series
    .flatMap((one) => one.measured.map((measured) => toReport(one, measured, assets.get(one.uniqueId), days)))
    .filter(({ asset }) => asset !== undefined)
    .sort((one, other) => String(one.inspected).localeCompare(String(other.inspected)));
  const recordIds = await createRecordsIn(trx, null, type, reports as FieldChanges[]);
  await insertDemoRows(trx, 'record type', [type.id]);
  await insertDemoRows(trx, 'record', recordIds);
  await insertDemoRows(trx, 'tag', await listFedTags(trx, type, 'thickness', [...assets.values()]));
  return [];
}

const toReport = (
  { part, minimum }: Series,
  [inspected, thickness, next]: Series['measured'][number],
  asset: number | undefined,
  days: number,
) => ({
  asset,
  inspected: later(inspected, days),
  part,
  thickness,
  minimum,
  next: later(next, days),
  passed: thickness >= minimum,
  ...(thickness >= minimum ? {} : { remark: 'Below the least thickness: replace the part.' }),
});

const later = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
