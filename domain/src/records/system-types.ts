import type { FieldKind } from '@twinward/contracts/records/field';
import type { SystemField, SystemType } from '@twinward/contracts/records/record-type';

/**
 * A built-in field of a system type. Built-in fields are locked.
 * @param filter the field of list calls that filters by it; null if none does
 */
const field = (
  name: string,
  caption: string,
  kind: FieldKind,
  filter: string | null = null,
): SystemField => ({
  name,
  caption,
  kind,
  filter,
});

export const systemFields: Readonly<Record<SystemType, readonly SystemField[]>> = {
  asset: [
    field('uniqueId', 'Unique id', 'text', 'UniqueId'),
    field('assetName', 'Name', 'text', 'AssetName'),
    field('technicalNumber', 'Technical number', 'text', 'TechnicalNumber'),
    field('description', 'Description', 'long-text', 'Description'),
    field('isEquipment', 'Equipment', 'yes-no', 'IsEquipment'),
    field('criticality', 'Criticality', 'text', 'Criticality'),
    field('assetClass', 'Taxonomy', 'text', 'AssetClass'),
    field('maintenancePlant', 'Maintenance plant', 'text', 'MaintenancePlant'),
    field('planningPlant', 'Planning plant', 'text', 'PlanningPlant'),
    field('departmentId', 'Department', 'text', 'DepartmentId'),
    field('positionId', 'Position', 'text', 'PositionId'),
    field('parentId', 'Parent', 'reference', 'ParentId'),
    field('outOfServiceAt', 'Out of service', 'date-time'),
  ],
  twin: [
    field('assetName', 'Asset', 'reference', 'AssetName'),
    field('active', 'Active', 'yes-no', 'Active'),
    field('startDate', 'Start date', 'date-time'),
    field('missionTime', 'Mission time', 'duration'),
    field('technicalNumber', 'Technical number', 'text'),
    field('description', 'Description', 'long-text'),
  ],
  tag: [
    field('name', 'Name', 'text', 'Name'),
    field('caption', 'Caption', 'text', 'Caption'),
    field('description', 'Description', 'long-text', 'Description'),
    field('type', 'Type', 'text', 'Type'),
    field('unit', 'Unit', 'text', 'Unit'),
    field('source', 'Source', 'text', 'Source'),
    field('keywords', 'Keywords', 'text'),
    field('assetIds', 'Assets', 'reference', 'AssetName'),
  ],
  protection: [
    field('name', 'Name', 'text', 'Name'),
    field('description', 'Description', 'long-text'),
    field('type', 'Type', 'text', 'Type'),
    field('active', 'Active', 'yes-no', 'Active'),
    field('defaultLevel', 'Default level', 'number'),
    field('startDate', 'Start date', 'date-time'),
  ],
  advisory: [
    field('name', 'Name', 'text', 'Name'),
    field('comment', 'Comment', 'long-text'),
    field('state', 'State', 'text', 'State'),
    field('priority', 'Priority', 'integer', 'Priority'),
    field('targetDate', 'Target date', 'date-time', 'TargetDate'),
  ],
  'risk-analysis': [
    field('name', 'Name', 'text', 'Name'),
    field('description', 'Description', 'long-text', 'Description'),
    field('startDate', 'Start date', 'date-time', 'StartDate'),
    field('endDate', 'End date', 'date-time', 'EndDate'),
    field('missionTime', 'Mission time', 'duration'),
    field('probabilityThreshold', 'Opportunity threshold', 'integer', 'ProbabilityThreshold'),
  ],
  work: [
    field('tagId', 'Tag', 'reference', 'TagName'),
    field('number', 'Number', 'text', 'Number'),
    field('name', 'Name', 'text', 'Name'),
    field('description', 'Description', 'long-text'),
    field('kind', 'Kind', 'text', 'Kind'),
    field('planned', 'Planned', 'date-time', 'Planned'),
    field('start', 'Start', 'date-time', 'Start'),
    field('completed', 'Completed', 'date-time', 'Completed'),
    field('duration', 'Duration', 'duration'),
    field('cost', 'Cost', 'money', 'Cost'),
    field('resource', 'Resource', 'text', 'Resource'),
    field('failureMechanism', 'Failure mechanism', 'text', 'FailureMechanism'),
    field('failureCause', 'Failure cause', 'text', 'FailureCause'),
  ],
  'failure-mode': [
    field('name', 'Name', 'text', 'Name'),
    field('description', 'Description', 'long-text'),
    field('mechanism', 'Mechanism', 'text', 'Mechanism'),
    field('cause', 'Cause', 'text'),
    field('pfInterval', 'P-F interval', 'duration'),
  ],
  activity: [
    field('name', 'Name', 'text'),
    field('description', 'Description', 'long-text'),
    field('duration', 'Duration', 'duration'),
    field('cost', 'Cost', 'money'),
    field('resource', 'Resource', 'text'),
  ],
};
