import { z } from 'zod';
import { workKinds } from '../assets/work.ts';
import { id, idParams, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { workSystems } from '../system/value-list.ts';

/**
 * How records of another system become work and assets. A connection has a stream for each kind of record that it
 * reads, and a stream a mapping: where the value of each field here comes from.
 */

const tag = 'Connections';

export const streamKinds = ['work', 'asset'] as const;
export type StreamKind = (typeof streamKinds)[number];

export const remoteFieldKinds = ['text', 'number', 'boolean', 'time'] as const;

/** A field of the records of a stream, as the other system has it. */
export const remoteField = z
  .object({ name: z.string(), label: z.string(), kind: z.enum(remoteFieldKinds) })
  .meta({ id: 'RemoteField' });
export type RemoteField = z.infer<typeof remoteField>;

/** Stands for a field there: the code of the record's type, such as PM01. */
export const typeCode = '$type';

/** How far work is; of an asset, whether it is in service. */
export const workStates = ['open', 'completed', 'canceled'] as const;
export type MappedWorkState = (typeof workStates)[number];
export const assetStates = ['in-service', 'out-of-service'] as const;

export const targetKinds = ['text', 'number', 'boolean', 'time', 'choice', 'custom'] as const;

/** A field here that a mapping can fill. */
export interface MappingTarget {
  /** Of the contract of work or assets; `custom:NAME` for a custom field. */
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

/** The fields that every stream of a kind can fill, beside custom fields. */
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

/** Begins the name of a custom field among the fields of a mapping. */
export const customPrefix = 'custom:';

export const mappingRule = z
  .strictObject({
    to: requiredText(100).describe('A field here: of the contract of work or assets, or `custom:NAME`'),
    from: requiredText(200)
      .nullable()
      .describe('A field there, or `$type` for the code of its type; null: the constant'),
    constant: text(1000).default(''),
    values: z
      .array(z.strictObject({ from: text(200), to: text(200) }))
      .max(500, 'At most 500 values.')
      .default([])
      .describe('Values there and what they are here; one that is not listed is taken as it is'),
  })
  .meta({ id: 'MappingRule' });
export type MappingRule = z.infer<typeof mappingRule>;

/** The class of the assets with a type code. */
export const mappedClass = z
  .strictObject({
    code: requiredText(100).describe('Type code there'),
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
    .describe('Of a stream of assets; wins over the fields category, class and type'),
};

export const streamMapping = z
  .object({
    stream: z.string().describe('Name, such as `orders`'),
    kind: z.enum(streamKinds),
    label: z.string(),
    fields: z.array(remoteField).describe('What its records have, without `$type`'),
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
      .describe('The fields here that can be filled, custom fields at the end'),
    ...mapping,
    isDefault: z.boolean().describe('It is as the connector proposes'),
    version: version.describe('1 until somebody changes it'),
  })
  .meta({ id: 'StreamMapping' });
export type StreamMapping = z.infer<typeof streamMapping>;

export const streamMappingChange = z
  .strictObject({ ...mapping, version })
  .meta({ id: 'StreamMappingChange' });
export type StreamMappingChange = z.infer<typeof streamMappingChange>;

export const streamName = text(100);
const streamParams = idParams.extend({ stream: streamName });

export const listStreamMappings = defineRoute({
  method: 'GET',
  path: '/api/connections/:id/mappings',
  access: 'connections',
  tag,
  summary: 'The streams of records that a connection reads, with their mappings',
  params: idParams,
  response: z.array(streamMapping),
});

export const getStreamMapping = defineRoute({
  method: 'GET',
  path: '/api/connections/:id/mappings/:stream',
  access: 'connections',
  tag,
  summary: 'The mapping of a stream',
  params: streamParams,
  response: streamMapping,
});

export const updateStreamMapping = defineRoute({
  method: 'PUT',
  path: '/api/connections/:id/mappings/:stream',
  access: 'connections',
  tag,
  summary: 'Change the mapping of a stream; it holds for records that are read from then on',
  params: streamParams,
  body: streamMappingChange,
  bodyLimit: 1024 * 1024,
  response: streamMapping,
});

/** A connection that work can be requested from, or that feeds tags, to be chosen. */
export const connectionChoice = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    system: z.enum(workSystems).nullable().describe('Whose work it takes; null: it takes none'),
  })
  .meta({ id: 'ConnectionChoice' });
export type ConnectionChoice = z.infer<typeof connectionChoice>;

export const listConnectionChoices = defineRoute({
  method: 'GET',
  path: '/api/connections/choices',
  access: 'apps',
  tag,
  summary: 'Connections to choose from, by name',
  response: z.array(connectionChoice),
});

const defaultOf = id.nullable().describe('Null: none');

/** The connections that take work of assets and twins that name none. */
export const defaultConnections = z
  .strictObject({ SAP: defaultOf, HEXAGON: defaultOf, MAXIMO: defaultOf })
  .meta({ id: 'DefaultConnections' });
export type DefaultConnections = z.infer<typeof defaultConnections>;

export const getDefaultConnections = defineRoute({
  method: 'GET',
  path: '/api/connections/defaults',
  access: 'connections',
  tag,
  summary: 'Where work is requested by system, unless a twin or asset names a connection',
  response: defaultConnections,
});

export const setDefaultConnections = defineRoute({
  method: 'PUT',
  path: '/api/connections/defaults',
  access: 'connections',
  tag,
  summary: 'Choose where work is requested by system, unless a twin or asset names a connection',
  body: defaultConnections,
  response: defaultConnections,
});
