import type { AuditEntity } from '@twinward/contracts/system/audit';
import { systemFields } from '../records/system-types.ts';

/** Captions and formats of the fields in the audit trail, as in the product's forms. */

/** The kinds of records that a field can refer to by id. */
export const referenceKinds = [
  'asset',
  'twin',
  'tag',
  'protection',
  'activity',
  'failure-mode',
  'risk-analysis',
  'user',
  'group',
  'record-type',
  'input',
  'threshold',
  'connection',
  'connection-group',
  'taxonomy',
  'dashboard',
  'mechanism',
  'cause',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

export type Format =
  /** In the currency of the plant. */
  | 'money'
  | 'percent'
  /** 0 to 1. */
  | 'share'
  | 'milliseconds'
  /** A length of time as ISO 8601. */
  | 'duration'
  /** A UCUM code. */
  | 'unit'
  /** A number without grouping, such as a port. */
  | 'plain'
  /** An order of items. Only whether it changed is shown. */
  | 'order'
  /** An enumeration value of the contract, such as `false-alarm`. */
  | 'word';

export interface FieldWords {
  caption?: string;
  format?: Format;
  refers?: ReferenceKind;
  /** Labels of some values. They take precedence over the format. */
  labels?: Readonly<Record<string, string>>;
}

const says = (caption: string, more: Omit<FieldWords, 'caption'> = {}): FieldWords => ({ caption, ...more });
const refers = (caption: string, kind: ReferenceKind): FieldWords => ({ caption, refers: kind });
const word = (caption: string, labels?: Readonly<Record<string, string>>): FieldWords => ({
  caption,
  format: 'word',
  ...(labels ? { labels } : {}),
});

const inputTypes = { work: 'Work', data_point: 'Data points' };
const sharing = { private: 'Private', tenant: 'Shared' };

/** By `field`, `kind.field`, or `parent.field` of a nested field. The longer keys take precedence. */
const words: Readonly<Record<string, FieldWords>> = {
  active: says('Active'),
  assetClass: says('Taxonomy'),
  assetId: refers('Asset', 'asset'),
  assetIds: refers('Assets', 'asset'),
  assignedGroups: refers('Groups', 'group'),
  assignedRecordTypes: refers('Record types', 'record-type'),
  allowDirectLogin: says('May sign in with a password'),
  activityId: refers('Activity', 'activity'),
  added: says('Assets added'),
  address: says('Address'),
  aliases: says('Inputs'),
  accessLevel: word('Who sees it'),
  'risk-analysis.changed': says('Assets changed'),
  'risk-analysis.removed': says('Assets removed'),
  budget: says('Budget', { format: 'money' }),
  calculatedTagId: refers('Calculated tag', 'tag'),
  cause: refers('Failure cause', 'cause'),
  'rationalization.cause': says('Cause'),
  'rationalization.consequence': says('Consequence'),
  'rationalization.response': says('Response'),
  characteristicLife: says('Characteristic life', { format: 'duration' }),
  'parameters.scale': says('Characteristic life (Eta)', { format: 'duration' }),
  'failureDistributionParameters.scale': says('Characteristic life (Eta)', { format: 'duration' }),
  commented: says('Comment'),
  attached: says('File'),
  confidence: says('Minimum confidence', { format: 'share' }),
  connectionGroupId: refers('Connection', 'connection-group'),
  connectionId: refers('Connection', 'connection'),
  consequenceSource: word('Source of the cost of failure'),
  consequenceValue: says('Cost of failure', { format: 'money' }),
  'consequence.value': says('Cost of failure', { format: 'money' }),
  'consequence.scale': says('Scale'),
  consequence: says('Consequence'),
  cost: says('Cost', { format: 'money' }),
  failureCost: says('Cost of failure', { format: 'money' }),
  criticality: word('Criticality', { A: 'A', B: 'B', C: 'C' }),
  dashboards: refers('Dashboards', 'dashboard'),
  startDashboard: refers('Start dashboard', 'dashboard'),
  defaultLevel: says('Default level'),
  direction: word('Direction'),
  distribution: word('Failure distribution'),
  distributionType: word('Failure distribution'),
  duration: says('Duration', { format: 'duration' }),
  elsewhere: says('Signed in elsewhere'),
  enabled: says('Enabled'),
  email: says('E-mail'),
  error: says('Why it is not evaluated'),
  expectedInterval: says('Expected interval', { format: 'duration' }),
  failureCause: refers('Failure cause', 'cause'),
  failureDistribution: word('Failure distribution'),
  'failureDistributionParameters.type': word('The chart shows', { cdf: 'Cumulative', pdf: 'Density' }),
  failureMechanism: refers('Failure mechanism', 'mechanism'),
  failureModeId: refers('Failure mode', 'failure-mode'),
  failureModeIds: refers('Failure modes', 'failure-mode'),
  fieldOrder: says('Order of the fields', { format: 'order' }),
  goneAt: says('No longer in the other system since'),
  groups: refers('Groups', 'group'),
  hasSecret: says('Has a client secret'),
  isAdmin: says('Administrator'),
  isEquipment: says('Equipment'),
  isExample: says('Example'),
  isPaused: says('Paused'),
  isUnitReviewed: says('Unit reviewed'),
  kind: word('Kind'),
  lifeCycleState: word('State'),
  list: word('List', {
    'apps.library': 'Twin library',
    'tools.queries': 'Queries',
    'settings.audit': 'Audit trail',
    'settings.connections': 'Connections',
    'settings.groups': 'Groups',
    'settings.lists': 'Lists',
    'settings.recordtypes': 'Record types',
    'settings.relationships': 'Relationships',
    'settings.service-accounts': 'Service accounts',
    'settings.users': 'Users',
    'settings.webhooks': 'Webhooks',
  }),
  logExcursion: says('Keep its excursions for the record'),
  mappedTagId: refers('Tag', 'tag'),
  mechanism: refers('Failure mechanism', 'mechanism'),
  missionTime: says('Mission time', { format: 'duration' }),
  mostRefused: says('Most answers refused', { format: 'share' }),
  mostWrong: says('Most answers wrong', { format: 'share' }),
  mtbf: says('MTBF', { format: 'duration' }),
  mtbfDays: says('MTBF'),
  onDelay: says('On-delay', { format: 'milliseconds' }),
  offDelay: says('Off-delay', { format: 'milliseconds' }),
  order: says('Order of the items', { format: 'order' }),
  outcome: word('Outcome'),
  'aliases.type': word('Type', inputTypes),
  'tag-alias.type': word('Type', inputTypes),
  'protection.type': word('Type', {
    condition: 'Condition protection',
    activity: 'Activity protection',
    pattern: 'Pattern protection',
  }),
  type: word('Type'),
  'asset.parentId': refers('Parent location', 'asset'),
  percent: says('New probability', { format: 'percent' }),
  pfInterval: says('P-F interval', { format: 'duration' }),
  place: word('Place', { server: 'At the server', plant: 'At the plant' }),
  port: says('Port', { format: 'plain' }),
  priority: says('Priority', { format: 'plain' }),
  probability: says('Probability'),
  'probability.value': says('Probability', { format: 'percent' }),
  probabilityThreshold: says('Opportunity threshold', { format: 'percent' }),
  probabilityValue: says('Probability', { format: 'percent' }),
  probabilitySource: word('Source of the probability'),
  riskAnalysisValue: says('Probability in the analysis', { format: 'percent' }),
  protectionId: refers('Protection', 'protection'),
  protectionIds: refers('Protections', 'protection'),
  recordTypes: refers('Record types', 'record-type'),
  recordType: refers('Record type', 'record-type'),
  remediation: says('Remediation'),
  renews: word('Its preventive work renews'),
  replaced: says('Points replaced'),
  'data points.count': says('Points deleted'),
  reviewerGroupIds: refers('Reviewing groups', 'group'),
  reviewerUserIds: refers('Reviewers', 'user'),
  riskAnalysisId: refers('Risk analysis', 'risk-analysis'),
  risk: says('Risk', { format: 'money' }),
  security: word('Encryption', { none: 'None', starttls: 'STARTTLS', tls: 'TLS' }),
  severity: word('Kind of banner', { info: 'Information', warning: 'Warning' }),
  shape: says('Shape β'),
  sharing: word('Sharing', sharing),
  shelvedUntil: says('Shelved until'),
  shelvingReason: says('Reason for shelving'),
  'setting.idleMinutes': says('Sign out when idle for'),
  'setting.maximumHours': says('Longest session'),
  'setting.mailDays': says('Keep sent mails for'),
  'setting.notificationDays': says('Keep read notifications for'),
  'setting.minimumPasswordLength': says('Shortest password'),
  sessions: says('Sessions ended'),
  state: word('State'),
  status: says('Status'),
  stepSeconds: says('Width of a step'),
  strictness: word('Strictness'),
  systemUser: says('System user'),
  tagAliasId: refers('Work is recorded under', 'input'),
  tagAliasIds: refers('Inputs', 'input'),
  tagId: refers('Tag', 'tag'),
  targetHorizon: says('Target horizon', { format: 'duration' }),
  taxonomyId: refers('Taxonomy', 'taxonomy'),
  test: says('Only tested'),
  thresholdId: refers('Threshold', 'threshold'),
  timeToRespond: says('Time to respond', { format: 'duration' }),
  tolerance: says('Tolerance', { format: 'duration' }),
  twinId: refers('Twin', 'twin'),
  twinIds: refers('Twins', 'twin'),
  assetTwinId: refers('Twin', 'twin'),
  categoryId: refers('Category', 'taxonomy'),
  classId: refers('Class', 'taxonomy'),
  typeId: refers('Type', 'taxonomy'),
  uniqueId: says('Unique id'),
  departmentId: says('Department'),
  positionId: says('Position'),
  unit: says('Unit', { format: 'unit' }),
  oldUnit: says('Unit before', { format: 'unit' }),
  valueApproved: says('Value approved'),
  valueNote: says('Note on the value'),
  verdict: word('Judgement'),
};

/** The captions of the built-in fields of each kind, as in its forms and lists. */
const ownCaptions = new Map(
  Object.entries(systemFields).flatMap(([type, fields]) =>
    fields.map(({ name, caption, kind }): [string, FieldWords] => [
      `${type}.${name}`,
      {
        caption,
        ...(kind === 'money' ? { format: 'money' } : kind === 'duration' ? { format: 'duration' } : {}),
      },
    ]),
  ),
);

/** The location of a field: the kind of record, and the containing field if nested. */
export interface FieldPlace {
  entityType: AuditEntity | (string & {});
  parent: string | null;
}

/** Returns the caption and format of a field. The caption of an unknown field is derived from its name. */
export function fieldWords(
  { entityType, parent }: FieldPlace,
  name: string,
): FieldWords & { caption: string } {
  const inside = parent ?? entityType;
  const own = parent === null ? ownCaptions.get(`${entityType}.${name}`) : undefined;
  // The audit trail records the fields of records by their captions.
  const known = (key: string) => (entityType === 'record' || !Object.hasOwn(words, key) ? {} : words[key]);
  const found: FieldWords = { ...known(name), ...own, ...known(`${inside}.${name}`) };
  return { ...found, caption: found.caption ?? (entityType === 'record' ? name : toCaption(name)) };
}

/** Names of numbers that end in their unit. */
const counted = /^(\w+?)(Seconds|Minutes|Hours|Days)$/;

/** The unit of a number whose name ends in it, such as 'days' of `mailDays`; null for other names. */
export const unitInName = (name: string): string | null =>
  counted.exec(name)?.[2]?.toLowerCase() ?? (name === 'seconds' ? 'seconds' : null);

/** Converts `defaultLevel` to 'Default level' and `mailDays` to 'Mail'. Other texts are returned unchanged. */
function toCaption(name: string): string {
  if (!/^[a-z]\w*( [a-z]\w*)*$/.test(name)) return name;
  const bare = counted.exec(name)?.[1] ?? name.replace(/(?<=[a-z])Ids?$/, '');
  const text = bare
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
