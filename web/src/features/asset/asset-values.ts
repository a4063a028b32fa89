import {
  type AssetDetail,
  type Criticality,
  type NewAsset,
  newAsset,
} from '@twinward/contracts/assets/asset';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { RecordValues } from '../../shared/record/record-values.ts';
import { classLabel } from './classification.ts';

/** The form values of an asset. */
export interface AssetValues {
  uniqueId: string;
  assetName: string;
  kind: 'equipment' | 'location';
  parent: { id: number; assetName: string } | null;
  categoryId: string;
  classId: string;
  typeId: string;
  criticality: Criticality | '';
  technicalNumber: string;
  description: string;
  maintenancePlant: string;
  planningPlant: string;
  departmentId: string;
  positionId: string;
  connectionId: number | null;
  /** ISO 8601; null while in service. */
  outOfServiceAt: string | null;
  /** Values of further fields, by name. */
  fields: RecordValues;
}

export const assetRules = schemaRules(newAsset.shape, [
  'uniqueId',
  'assetName',
  'technicalNumber',
  'description',
  'maintenancePlant',
  'planningPlant',
  'departmentId',
  'positionId',
]);

const idText = (term: { id: number } | null): string => (term === null ? '' : String(term.id));

export const toValues = (asset: AssetDetail): AssetValues => ({
  uniqueId: asset.uniqueId,
  assetName: asset.assetName,
  kind: asset.isEquipment ? 'equipment' : 'location',
  parent: asset.ancestors.at(-1) ?? null,
  categoryId: idText(asset.category),
  classId: idText(asset.class),
  typeId: idText(asset.type),
  criticality: asset.criticality ?? '',
  technicalNumber: asset.technicalNumber ?? '',
  description: asset.description,
  maintenancePlant: asset.maintenancePlant ?? '',
  planningPlant: asset.planningPlant ?? '',
  departmentId: asset.departmentId ?? '',
  positionId: asset.positionId ?? '',
  connectionId: asset.connectionId,
  outOfServiceAt: asset.outOfServiceAt,
  fields: asset.fields,
});

export const newValues = (parent: AssetValues['parent']): AssetValues => ({
  uniqueId: '',
  assetName: '',
  kind: 'equipment',
  parent,
  categoryId: '',
  classId: '',
  typeId: '',
  criticality: '',
  technicalNumber: '',
  description: '',
  maintenancePlant: '',
  planningPlant: '',
  departmentId: '',
  positionId: '',
  connectionId: null,
  outOfServiceAt: null,
  fields: {},
});

const toId = (text: string): number | null => (text === '' ? null : Number(text));

export const toAsset = (values: AssetValues): NewAsset => ({
  uniqueId: values.uniqueId,
  assetName: values.assetName,
  isEquipment: values.kind === 'equipment',
  parentId: values.parent?.id ?? null,
  categoryId: toId(values.categoryId),
  classId: toId(values.classId),
  typeId: toId(values.typeId),
  criticality: values.criticality || null,
  technicalNumber: values.technicalNumber || null,
  description: values.description,
  maintenancePlant: values.maintenancePlant || null,
  planningPlant: values.planningPlant || null,
  departmentId: values.departmentId || null,
  positionId: values.positionId || null,
  connectionId: values.connectionId,
  outOfServiceAt: values.outOfServiceAt,
});

/** The fields of an asset for display, by name. */
export const listFacts = (asset: AssetDetail): [label: string, value: string][] => [
  ['Name', asset.assetName],
  ['Unique id', asset.uniqueId],
  ['Kind', asset.isEquipment ? 'Equipment' : 'Location'],
  ['Parent location', asset.ancestors.map(({ assetName }) => assetName).join(' / ')],
  ['Class', classLabel(asset)],
  ['Criticality', asset.criticality ?? ''],
  ['Technical number', asset.technicalNumber ?? ''],
  ['Maintenance plant', asset.maintenancePlant ?? ''],
  ['Planning plant', asset.planningPlant ?? ''],
  ['Department', asset.departmentId ?? ''],
  ['Position', asset.positionId ?? ''],
  ['Description', asset.description],
];
