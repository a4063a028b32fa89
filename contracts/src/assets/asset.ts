import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { listBody, listExample, paging } from '../core/list.ts';
import {
  id,
  idParameter,
  idParams,
  idsParameter,
  isoTime,
  requiredText,
  text,
  version,
} from '../core/primitives.ts';
import { recordSource } from '../core/record-source.ts';
import { defineRoute } from '../core/route.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { typeName } from '../records/relationship.ts';
import { structureParameter } from '../records/structure.ts';
import { tagSummary } from '../signals/tag.ts';
import { classification } from './taxonomy.ts';

/** How much depends on an asset; A is the most critical. */
export const criticalities = ['A', 'B', 'C'] as const;
export type Criticality = (typeof criticalities)[number];

export const asset = classification
  .extend({
    id,
    assetName: z.string(),
    uniqueId: z.string(),
    technicalNumber: z.string().nullable(),
    description: z.string(),
    isEquipment: z.boolean().describe('False for a location'),
    criticality: z.enum(criticalities).nullable(),
    maintenancePlant: z.string().nullable(),
    planningPlant: z.string().nullable(),
    departmentId: z.string().nullable(),
    positionId: z.string().nullable(),
    outOfServiceAt: z.iso
      .datetime()
      .nullable()
      .describe('From then on it is out of service; may lie ahead. Null: in service'),
    parentId: id.nullable().describe('What it stands in'),
    childCount: z.number().int().describe('How many stand directly in it'),
    twinId: id.nullable(),
    connectionId: id.nullable().describe('Takes the work requested for it; null: the default of the system'),
    source: recordSource,
    riskAnalysisId: id.nullable().describe('The latest risk analysis that it is in'),
    riskAnalysisName: z.string().nullable(),
    ...furtherFields,
    version: version.describe('Counts up with every change'),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof asset>;

export const assetPlace = z.object({ id, assetName: z.string() }).meta({ id: 'AssetPlace' });
export type AssetPlace = z.infer<typeof assetPlace>;

/** An asset with what it stands in, from the root down. */
export const assetDetail = asset.extend({ ancestors: z.array(assetPlace) }).meta({ id: 'AssetDetail' });
export type AssetDetail = z.infer<typeof assetDetail>;

/** A line of the tree of locations and equipment. */
export const assetNode = asset
  .pick({ id: true, assetName: true, uniqueId: true, isEquipment: true, childCount: true, twinId: true })
  .meta({ id: 'AssetNode' });
export type AssetNode = z.infer<typeof assetNode>;

const optionalText = text(100)
  .nullable()
  .default(null)
  .transform((value) => value || null);

/** An asset as it is to be; what is left out is empty. */
export const newAsset = z
  .strictObject({
    uniqueId: requiredText(100),
    assetName: requiredText(200),
    technicalNumber: optionalText,
    description: text(4000).default(''),
    isEquipment: z.boolean().default(true),
    criticality: z.enum(criticalities, 'Please choose A, B or C.').nullable().default(null),
    maintenancePlant: optionalText,
    planningPlant: optionalText,
    departmentId: optionalText,
    positionId: optionalText,
    outOfServiceAt: isoTime.nullable().default(null),
    connectionId: id.nullable().default(null).describe('That takes the work requested for it'),
    parentId: id.nullable().default(null),
    categoryId: id.nullable().default(null),
    classId: id.nullable().default(null),
    typeId: id.nullable().default(null),
    ...furtherChanges,
  })
  .meta({ id: 'NewAsset' });
export type NewAsset = z.infer<typeof newAsset>;

const asRead = z.object({ id }).nullish().describe('As an asset is read; the id beside it wins');
const chosenId = id.nullable().optional();

export const assetChange = newAsset
  .extend({
    categoryId: chosenId,
    classId: chosenId,
    typeId: chosenId,
    category: asRead,
    class: asRead,
    type: asRead,
    version: version.describe('Of the asset that was changed'),
  })
  .meta({ id: 'AssetChange' })
  .transform(({ category, class: ofClass, type, ...change }) => {
    const idOf = (chosen: number | null | undefined, read: { id: number } | null | undefined) =>
      chosen === undefined ? (read?.id ?? null) : chosen;
    return {
      ...change,
      categoryId: idOf(change.categoryId, category),
      classId: idOf(change.classId, ofClass),
      typeId: idOf(change.typeId, type),
    };
  });
export type AssetChange = z.infer<typeof assetChange>;

export const getAssets = defineRoute({
  method: 'GET',
  path: '/api/assets',
  access: 'apps',
  tag: 'Assets',
  summary: 'Assets by id; unknown ids are left out',
  query: z.object({ id: idsParameter }),
  response: z.array(asset),
});

/** A place in a structure whose descendants a list names. */
const under = {
  under: idParameter
    .optional()
    .describe('Only what stands below this asset, or below this record of underType'),
  underType: typeName.default('asset'),
  structure: structureParameter,
};

export const listAssets = defineRoute({
  method: 'POST',
  path: '/api/assets/filters',
  access: 'apps',
  tag: 'Assets',
  summary: `Assets. Fields: Id, AssetName, UniqueId, TechnicalNumber, Description, IsEquipment, Criticality, MaintenancePlant, PlanningPlant, DepartmentId, PositionId, ParentId, CategoryId, ClassId, TypeId, AssetClass, TwinId${furtherFilter}`,
  query: paging.extend(under),
  body: listBody,
  example: listExample('AssetName', 'Pump'),
  response: z.array(asset),
  paged: true,
});

/** At most so many rows in an exported workbook. */
export const maximumExportedAssets = 100_000;

export const exportAssets = defineRoute({
  method: 'POST',
  path: '/api/assets/export',
  access: 'apps',
  reads: true,
  tag: 'Assets',
  summary: 'A list of assets as an xlsx workbook, in the columns that an import reads',
  query: z.object(under),
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const listAssetChildren = defineRoute({
  method: 'GET',
  path: '/api/assets/children',
  access: 'apps',
  tag: 'Assets',
  summary: 'What stands directly in an asset, or in none: locations first, by name',
  query: paging.extend({ parent: idParameter.optional() }),
  response: z.array(assetNode),
  paged: true,
});

export const getAsset = defineRoute({
  method: 'GET',
  path: '/api/assets/:id',
  access: 'apps',
  tag: 'Assets',
  summary: 'One asset, with what it stands in',
  params: idParams,
  response: assetDetail,
});

export const createAsset = defineRoute({
  method: 'POST',
  path: '/api/assets',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Create an asset or a location',
  body: newAsset,
  example: { uniqueId: 'P-101', assetName: 'Pump 101', criticality: 'A' },
  status: 201,
  response: assetDetail,
});

export const updateAsset = defineRoute({
  method: 'PUT',
  path: '/api/assets/:id',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Change an asset; a conflict answers with the asset as it is now',
  params: idParams,
  body: assetChange,
  response: assetDetail,
});

export const moveAsset = defineRoute({
  method: 'PUT',
  path: '/api/assets/:id/parent',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Move an asset, with all that stands in it, below another or to the top',
  params: idParams,
  body: z.strictObject({ parentId: id.nullable(), version }),
  response: assetDetail,
});

export const setAssetTaxonomy = defineRoute({
  method: 'PUT',
  path: '/api/assets/:id/taxonomy',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Say to which category, class and type an asset belongs',
  params: idParams,
  body: z.strictObject({
    id,
    categoryId: id.nullable().default(null),
    classId: id.nullable().default(null),
    typeId: id.nullable().default(null),
  }),
  response: assetDetail,
});

export const deleteAsset = defineRoute({
  method: 'DELETE',
  path: '/api/assets/:id',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Delete an asset that has no twin and in which nothing stands; its tags stay',
  params: idParams,
  status: 204,
});

export const getAssetTags = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/tags',
  access: 'apps',
  tag: 'Assets',
  summary: 'The tags of an asset, by name; at most 1,000. An asset without tags answers 404',
  params: idParams,
  response: z.array(tagSummary),
});
