import { z } from 'zod';
import { workKinds } from '../assets/work.ts';
import { id, idParams, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { workSystems } from '../system/value-list.ts';

/**
 * How records of another system become work and assets. A connection has a stream for each kind of record that it
 * reads. Each stream has a mapping, which says where the values of our fields come from.
 */

const defineRoute = routeGroup('Connections');

export const streamKinds = ['work', 'asset'] as const;
export type StreamKind = (typeof streamKinds)[number];

const remoteFieldKinds = ['text', 'number', 'boolean', 'time'] as const;

/** A field of the records of a stream in the other system. */
export const remoteField = z
  .object({ name: z.string(), label: z.string(), kind: z.enum(remoteFieldKinds) })
  .meta({ id: 'RemoteField' });
export type RemoteField = z.infer<typeof remoteField>;

/** Used like a remote field: the code of the record's type, such as PM01. */
export const typeCode = '$type';

/** The states of work and assets in a mapping. */
const workStates = ['open', 'completed', 'canceled'] as const;
export type MappedWorkState = (typeof workStates)[number];
const assetStates = ['in-service', 'out-of-service'] as const;

const targetKinds = ['text', 'number', 'boolean', 'time', 'choice', 'custom'] as const;

/** One of our fields that a mapping can fill. */
export interface MappingTarget {
  /** Name in the contract of work or assets; `custom:NAME` for a custom field. */
  name: string;
  label: string;
  kind: (typeof targetKinds)[number];
  isRequired: boolean;
  choices: readonly string[];
  help: string;
}

const target = (
  name: string,
  label: string,
  kind: MappingTarget['kind'] = 'text',
  more: Partial<MappingTarget> = {},
): MappingTarget => ({ name, label, kind, isRequired: false, choices: [], help: '', ...more });

/** The fields that every stream of a kind can fill, in addition to custom fields. */
export const mappingTargets: Readonly<Record<StreamKind, readonly MappingTarget[]>> = {
  work: [
    target('asset', 'Asset', 'text', {
      isRequired: true,
      help: 'Unique id of the asset, or its technical number.',
    }),
    target('number', 'Number'),
    target('name', 'Name', 'text', { isRequired: true }),
    target('description', 'Description'),
    target('kind', 'Kind', 'choice', {
      choices: workKinds,
      help: 'Completed corrective work counts as a failure. If not mapped: other.',
    }),
    target('state', 'State', 'choice', {
      choices: workStates,
      help: 'If not mapped: completed if there is a completion time, otherwise open.',
    }),
    target('planned', 'Planned', 'time'),
    target('start', 'Start', 'time'),
    target('completed', 'Completed', 'time', { help: 'Used for completed work only.' }),
    target('hours', 'Hours', 'number'),
    target('cost', 'Cost', 'number', { help: 'In dollars.' }),
    target('resource', 'Resource'),
    target('failureMechanism', 'Failure mechanism', 'text', { help: 'Code of ISO 14224, table B.2.' }),
    target('failureCause', 'Failure cause', 'text', { help: 'Code of ISO 14224, table B.3.' }),
  ],
  asset: [
    target('uniqueId', 'Unique id', 'text', {
      isRequired: true,
      help: 'If an asset with this id exists, it is updated. Otherwise a new asset is created.',
    }),
    target('assetName', 'Name', 'text', { isRequired: true }),
    target('technicalNumber', 'Technical number'),
    target('description', 'Description'),
    target('isEquipment', 'Is equipment', 'boolean', { help: 'If not mapped: equipment.' }),
    target('criticality', 'Criticality', 'choice', { choices: ['A', 'B', 'C'] }),
    target('maintenancePlant', 'Maintenance plant'),
    target('planningPlant', 'Planning plant'),
    target('departmentId', 'Department'),
    target('positionId', 'Position'),
    target('parent', 'Parent', 'text', { help: 'Unique id of the parent location.' }),
    target('category', 'Category', 'text', { help: 'Caption in the taxonomy.' }),
    target('class', 'Class', 'text', { help: 'Caption in the taxonomy. Requires a category.' }),
    target('type', 'Type', 'text', { help: 'Caption in the taxonomy. Requires a class.' }),
    target('state', 'State', 'choice', { choices: assetStates, help: 'If not mapped: in service.' }),
  ],
};

/** The prefix of the names of custom fields in a mapping. */
export const customPrefix = 'custom:';

export const mappingRule = z
  .strictObject({
    to: requiredText(100).describe('Target field of work or assets, or `custom:NAME` for a custom field'),
    from: requiredText(200)
      .nullable()
      .describe('Field in the other system, or `$type` for the type code; null to use the constant'),
    constant: text(1000).default(''),
    values: z
      .array(z.strictObject({ from: text(200), to: text(200) }))
      .max(500, 'At most 500 values.')
      .default([])
      .describe('Values in the other system and their replacements; other values are kept unchanged'),
  })
  .meta({ id: 'MappingRule' });
export type MappingRule = z.infer<typeof mappingRule>;

/** The class of the assets with a type code. */
export const mappedClass = z
  .strictObject({
    code: requiredText(100).describe('Type code in the other system'),
    categoryId: id,
    classId: id.nullable().default(null),
    typeId: id.nullable().default(null),
  })
  .meta({ id: 'MappedClass' });
export type MappedClass = z.infer<typeof mappedClass>;

const mapping = {
  rules: z.array(mappingRule).max(300, 'At most 300 fields.'),
  classes: z
    .array(mappedClass)
    .max(1000, 'At most 1,000 type codes.')
    .default([])
    .describe(
      'Classes by type code, for a stream of assets; they take precedence over the fields category, class and type',
    ),
};

export const streamMapping = z
  .object({
    stream: z.string().describe('Name, such as `orders`'),
    kind: z.enum(streamKinds),
    label: z.string(),
    fields: z.array(remoteField).describe('Fields of its records in the other system, without `$type`'),
    targets: z
      .array(
        z.object({
          name: z.string(),
          label: z.string(),
          kind: z.enum(targetKinds),
          isRequired: z.boolean(),
          choices: z.array(z.string()),
          help: z.string(),
        }),
      )
      .describe('Fields that the mapping can fill, custom fields last'),
    ...mapping,
    isDefault: z.boolean().describe('Whether it is the unchanged default of the connector'),
    version: version.describe('Optimistic-lock version; 1 until the first change'),
  })
  .meta({ id: 'StreamMapping' });
export type StreamMapping = z.infer<typeof streamMapping>;

export const streamMappingChange = z
  .strictObject({ ...mapping, version })
  .meta({ id: 'StreamMappingChange' });
export type StreamMappingChange = z.infer<typeof streamMappingChange>;

export const streamName = text(100);
const streamParams = idParams.extend({ stream: streamName });

export const listStreamMappings = defineRoute('GET /api/connections/:id/mappings', {
  access: 'connections',
  summary: 'List the streams of records that a connection reads, with their mappings',
  response: z.array(streamMapping),
});

export const getStreamMapping = defineRoute('GET /api/connections/:id/mappings/:stream', {
  access: 'connections',
  summary: 'Get the mapping of a stream',
  params: streamParams,
  response: streamMapping,
});

export const updateStreamMapping = defineRoute('PUT /api/connections/:id/mappings/:stream', {
  access: 'connections',
  summary: 'Change the mapping of a stream; it applies to records that are read from then on',
  params: streamParams,
  body: streamMappingChange,
  bodyLimit: 1024 * 1024,
  response: streamMapping,
});

/** A connection that can be chosen for work requests or as a source of tags. */
export const connectionChoice = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    system: z
      .enum(workSystems)
      .nullable()
      .describe('System to which it sends work requests; null if it accepts none'),
  })
  .meta({ id: 'ConnectionChoice' });
export type ConnectionChoice = z.infer<typeof connectionChoice>;

export const listConnectionChoices = defineRoute('GET /api/connections/choices', {
  access: 'apps',
  summary: 'List connections to choose from, by name',
  response: z.array(connectionChoice),
});

const defaultConnectionId = id.nullable().describe('Id of the connection; null for none');

/** The connections that receive the work requests of assets and twins without their own connection. */
export const defaultConnections = z
  .strictObject({ SAP: defaultConnectionId, HEXAGON: defaultConnectionId, MAXIMO: defaultConnectionId })
  .meta({ id: 'DefaultConnections' });
export type DefaultConnections = z.infer<typeof defaultConnections>;

export const getDefaultConnections = defineRoute('GET /api/connections/defaults', {
  access: 'connections',
  summary: 'Get the default connections for work requests, which apply unless a twin or asset has its own',
  response: defaultConnections,
});

export const setDefaultConnections = defineRoute('PUT /api/connections/defaults', {
  access: 'connections',
  summary: 'Set the default connections for work requests, which apply unless a twin or asset has its own',
  body: defaultConnections,
  response: defaultConnections,
});
