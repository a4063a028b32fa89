import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listBody, listExample, paging } from '../core/list.ts';
import { id, idParameter, idsParameter, isoTime, requiredText, text, version } from '../core/primitives.ts';
import { recordSource } from '../core/record-source.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { typeName } from '../records/relationship.ts';
import { structureParameter } from '../records/structure.ts';
import { tagSummary } from '../signals/tag.ts';
import { classification } from './taxonomy.ts';

const defineRoute = routeGroup('Assets');

/** How much depends on an asset; A is the most critical. */
const criticalities = ['A', 'B', 'C'] as const;
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
      .describe('Time from which it is out of service, possibly in the future; null if in service'),
    parentId: id.nullable().describe('Id of the parent asset; null at the top level'),
    childCount: z.number().int().describe('Number of child assets'),
    twinId: id.nullable(),
    connectionId: id
      .nullable()
      .describe(
        'Id of the connection that receives its work requests; null for the default connection of the system',
      ),
    source: recordSource,
    riskAnalysisId: id.nullable().describe('Id of the latest risk analysis that includes it; null if none'),
    riskAnalysisName: z.string().nullable(),
    ...furtherFields,
    version: version.describe('Optimistic-lock version; increases with every change'),
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof asset>;

export const assetPlace = z.object({ id, assetName: z.string() }).meta({ id: 'AssetPlace' });

/** An asset with its ancestors, from the root down. */
export const assetDetail = asset.extend({ ancestors: z.array(assetPlace) }).meta({ id: 'AssetDetail' });
export type AssetDetail = z.infer<typeof assetDetail>;

/** A node of the tree of locations and equipment. */
export const assetNode = asset
  .pick({ id: true, assetName: true, uniqueId: true, isEquipment: true, childCount: true, twinId: true })
  .meta({ id: 'AssetNode' });
export type AssetNode = z.infer<typeof assetNode>;

const optionalText = text(100)
  .nullable()
  .default(null)
  .transform((value) => value || null);

/** The fields of an asset; omitted fields are empty. */
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
    connectionId: id
      .nullable()
      .default(null)
      .describe(
        'Id of the connection that receives its work requests; null for the default connection of the system',
      ),
    parentId: id.nullable().default(null),
    categoryId: id.nullable().default(null),
    classId: id.nullable().default(null),
    typeId: id.nullable().default(null),
    ...furtherChanges,
  })
  .meta({ id: 'NewAsset' });
export type NewAsset = z.infer<typeof newAsset>;

const asRead = z
  .object({ id })
  .nullish()
  .describe(
    'Accepted so that an asset can be sent back as it was read; the field with the id takes precedence',
  );
const chosenId = id.nullable().optional();

export const assetChange = newAsset
  .extend({
    categoryId: chosenId,
    classId: chosenId,
    typeId: chosenId,
    category: asRead,
    class: asRead,
    type: asRead,
    version: version.describe('Version that the change is based on'),
  })
  .meta({ id: 'AssetChange' })
  .transform(({ category, class: ofClass, type, ...change }) => {
    const chooseId = (chosen: number | null | undefined, read: { id: number } | null | undefined) =>
      chosen === undefined ? (read?.id ?? null) : chosen;
    return {
      ...change,
      categoryId: chooseId(change.categoryId, category),
      classId: chooseId(change.classId, ofClass),
      typeId: chooseId(change.typeId, type),
    };
  });
export type AssetChange = z.infer<typeof assetChange>;

export const getAssets = defineRoute('GET /api/assets', {
  access: 'apps',
  summary: 'Get assets by id; unknown ids are omitted',
  query: z.object({ id: idsParameter }),
  response: z.array(asset),
});

/** A place in a structure; a list contains its descendants only. */
const under = {
  under: idParameter
    .optional()
    .describe('Only descendants of this asset, or of this record of type `underType`'),
  underType: typeName.default('asset'),
  structure: structureParameter,
};

export const listAssets = defineRoute('POST /api/assets/filters', {
  access: 'apps',
  summary: `List assets. Fields: Id, AssetName, UniqueId, TechnicalNumber, Description, IsEquipment, Criticality, MaintenancePlant, PlanningPlant, DepartmentId, PositionId, ParentId, CategoryId, ClassId, TypeId, AssetClass, TwinId${furtherFilter}`,
  query: paging.extend(under),
  body: listBody,
  example: listExample('AssetName', 'Pump'),
  response: z.array(asset),
  paged: true,
});

/** The maximum number of rows in an exported workbook. */
export const maximumExportedAssets = 100_000;

export const exportAssets = defineRoute('POST /api/assets/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of assets to an xlsx workbook, with the columns of an import',
  query: z.object(under),
  body: listBody,
  ...returnsFile('xlsx'),
});

export const listAssetChildren = defineRoute('GET /api/assets/children', {
  access: 'apps',
  summary: 'List the child assets of an asset or of the top level: locations first, by name',
  query: paging.extend({ parent: idParameter.optional() }),
  response: z.array(assetNode),
  paged: true,
});

export const getAsset = defineRoute('GET /api/assets/:id', {
  access: 'apps',
  summary: 'Get an asset with its ancestors',
  response: assetDetail,
});

export const createAsset = defineRoute('POST /api/assets', {
  access: 'write:asset',
  summary: 'Create an asset or a location',
  body: newAsset,
  example: { uniqueId: 'P-101', assetName: 'Pump 101', criticality: 'A' },
  status: 201,
  response: assetDetail,
});

export const updateAsset = defineRoute('PUT /api/assets/:id', {
  access: 'write:asset',
  summary: 'Change an asset; returns 409 with the current asset if the version is outdated',
  body: assetChange,
  response: assetDetail,
});

export const moveAsset = defineRoute('PUT /api/assets/:id/parent', {
  access: 'write:asset',
  summary: 'Move an asset with all its descendants below another asset or to the top level',
  body: z.strictObject({ parentId: id.nullable(), version }),
  response: assetDetail,
});

export const setAssetTaxonomy = defineRoute('PUT /api/assets/:id/taxonomy', {
  access: 'write:asset',
  summary: 'Set the category, class and type of an asset',
  body: z.strictObject({
    id,
    categoryId: id.nullable().default(null),
    classId: id.nullable().default(null),
    typeId: id.nullable().default(null),
  }),
  response: assetDetail,
});

export const deleteAsset = defineRoute('DELETE /api/assets/:id', {
  access: 'write:asset',
  summary: 'Delete an asset without a twin and without child assets; its tags are kept',
});

export const getAssetTags = defineRoute('GET /api/assets/:id/tags', {
  access: 'apps',
  summary: 'List the tags of an asset, by name; at most 1,000. Returns 404 if the asset has no tags',
  response: z.array(tagSummary),
});
