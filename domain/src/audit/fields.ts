import type { AuditEntity } from '@twinward/contracts/system/audit';
import { systemFields } from '../records/system-types.ts';

/** Captions and formats of the fields in the audit trail, as in the product's forms. */

/** The kinds of records that a field can refer to by id. */
const referenceKinds = [
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

type Format =
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

const captioned = (caption: string, more: Omit<FieldWords, 'caption'> = {}): FieldWords => ({
  caption,
  ...more,
});
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
  active: captioned('Active'),
  assetClass: captioned('Taxonomy'),
  assetId: refers('Asset', 'asset'),
  assetIds: refers('Assets', 'asset'),
  assignedGroups: refers('Groups', 'group'),
  assignedRecordTypes: refers('Record types', 'record-type'),
  allowDirectLogin: captioned('May sign in with a password'),
  activityId: refers('Activity', 'activity'),
  added: captioned('Assets added'),
  address: captioned('Address'),
  aliases: captioned('Inputs'),
  accessLevel: word('Who sees it'),
  'risk-analysis.changed': captioned('Assets changed'),
  'risk-analysis.removed': captioned('Assets removed'),
  budget: captioned('Budget', { format: 'money' }),
  calculatedTagId: refers('Calculated tag', 'tag'),
  cause: refers('Failure cause', 'cause'),
  'rationalization.cause': captioned('Cause'),
  'rationalization.consequence': captioned('Consequence'),
  'rationalization.response': captioned('Response'),
  characteristicLife: captioned('Characteristic life', { format: 'duration' }),
  'parameters.scale': captioned('Characteristic life (Eta)', { format: 'duration' }),
  'failureDistributionParameters.scale': captioned('Characteristic life (Eta)', { format: 'duration' }),
  commented: captioned('Comment'),
  attached: captioned('File'),
  confidence: captioned('Minimum confidence', { format: 'share' }),
  connectionGroupId: refers('Connection', 'connection-group'),
  connectionId: refers('Connection', 'connection'),
  consequenceSource: word('Source of the cost of failure'),
  consequenceValue: captioned('Cost of failure', { format: 'money' }),
  'consequence.value': captioned('Cost of failure', { format: 'money' }),
  'consequence.scale': captioned('Scale'),
  consequence: captioned('Consequence'),
  cost: captioned('Cost', { format: 'money' }),
  failureCost: captioned('Cost of failure', { format: 'money' }),
  criticality: word('Criticality', { A: 'A', B: 'B', C: 'C' }),
  dashboards: refers('Dashboards', 'dashboard'),
  startDashboard: refers('Start dashboard', 'dashboard'),
  defaultLevel: captioned('Default level'),
  direction: word('Direction'),
  distribution: word('Failure distribution'),
  distributionType: word('Failure distribution'),
  duration: captioned('Duration', { format: 'duration' }),
  elsewhere: captioned('Signed in elsewhere'),
  enabled: captioned('Enabled'),
  email: captioned('E-mail'),
  error: captioned('Why it is not evaluated'),
  expectedInterval: captioned('Expected interval', { format: 'duration' }),
  failureCause: refers('Failure cause', 'cause'),
  failureDistribution: word('Failure distribution'),
  'failureDistributionParameters.type': word('The chart shows', { cdf: 'Cumulative', pdf: 'Density' }),
  failureMechanism: refers('Failure mechanism', 'mechanism'),
  failureModeId: refers('Failure mode', 'failure-mode'),
  failureModeIds: refers('Failure modes', 'failure-mode'),
  fieldOrder: captioned('Order of the fields', { format: 'order' }),
  goneAt: captioned('No longer in the other system since'),
  groups: refers('Groups', 'group'),
  hasSecret: captioned('Has a client secret'),
  isAdmin: captioned('Administrator'),
  isEquipment: captioned('Equipment'),
  isExample: captioned('Example'),
  isPaused: captioned('Paused'),
  isUnitReviewed: captioned('Unit reviewed'),
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
  logExcursion: captioned('Keep its excursions for the record'),
  mappedTagId: refers('Tag', 'tag'),
  mechanism: refers('Failure mechanism', 'mechanism'),
  missionTime: captioned('Mission time', { format: 'duration' }),
  mostRefused: captioned('Most answers refused', { format: 'share' }),
  mostWrong: captioned('Most answers wrong', { format: 'share' }),
  mtbf: captioned('MTBF', { format: 'duration' }),
  mtbfDays: captioned('MTBF'),
  onDelay: captioned('On-delay', { format: 'milliseconds' }),
  offDelay: captioned('Off-delay', { format: 'milliseconds' }),
  order: captioned('Order of the items', { format: 'order' }),
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
  percent: captioned('New probability', { format: 'percent' }),
  pfInterval: captioned('P-F interval', { format: 'duration' }),
  place: word('Place', { server: 'At the server', plant: 'At the plant' }),
  port: captioned('Port', { format: 'plain' }),
  priority: captioned('Priority', { format: 'plain' }),
  probability: captioned('Probability'),
  'probability.value': captioned('Probability', { format: 'percent' }),
  probabilityThreshold: captioned('Opportunity threshold', { format: 'percent' }),
  probabilityValue: captioned('Probability', { format: 'percent' }),
  probabilitySource: word('Source of the probability'),
  riskAnalysisValue: captioned('Probability in the analysis', { format: 'percent' }),
  protectionId: refers('Protection', 'protection'),
  protectionIds: refers('Protections', 'protection'),
  recordTypes: refers('Record types', 'record-type'),
  recordType: refers('Record type', 'record-type'),
  remediation: captioned('Remediation'),
  renews: word('Its preventive work renews'),
  replaced: captioned('Points replaced'),
  'data points.count': captioned('Points deleted'),
  reviewerGroupIds: refers('Reviewing groups', 'group'),
  reviewerUserIds: refers('Reviewers', 'user'),
  riskAnalysisId: refers('Risk analysis', 'risk-analysis'),
  risk: captioned('Risk', { format: 'money' }),
  security: word('Encryption', { none: 'None', starttls: 'STARTTLS', tls: 'TLS' }),
  severity: word('Kind of banner', { info: 'Information', warning: 'Warning' }),
  shape: captioned('Shape β'),
  sharing: word('Sharing', sharing),
  shelvedUntil: captioned('Shelved until'),
  shelvingReason: captioned('Reason for shelving'),
  'setting.idleMinutes': captioned('Sign out when idle for'),
  'setting.maximumHours': captioned('Longest session'),
  'setting.mailDays': captioned('Keep sent mails for'),
  'setting.notificationDays': captioned('Keep read notifications for'),
  'setting.minimumPasswordLength': captioned('Shortest password'),
  sessions: captioned('Sessions ended'),
  state: word('State'),
  status: captioned('Status'),
  stepSeconds: captioned('Width of a step'),
  strictness: word('Strictness'),
  systemUser: captioned('System user'),
  tagAliasId: refers('Work is recorded under', 'input'),
  tagAliasIds: refers('Inputs', 'input'),
  tagId: refers('Tag', 'tag'),
  targetHorizon: captioned('Target horizon', { format: 'duration' }),
  taxonomyId: refers('Taxonomy', 'taxonomy'),
  test: captioned('Only tested'),
  thresholdId: refers('Threshold', 'threshold'),
  timeToRespond: captioned('Time to respond', { format: 'duration' }),
  tolerance: captioned('Tolerance', { format: 'duration' }),
  twinId: refers('Twin', 'twin'),
  twinIds: refers('Twins', 'twin'),
  assetTwinId: refers('Twin', 'twin'),
  categoryId: refers('Category', 'taxonomy'),
  classId: refers('Class', 'taxonomy'),
  typeId: refers('Type', 'taxonomy'),
  uniqueId: captioned('Unique id'),
  departmentId: captioned('Department'),
  positionId: captioned('Position'),
  unit: captioned('Unit', { format: 'unit' }),
  oldUnit: captioned('Unit before', { format: 'unit' }),
  valueApproved: captioned('Value approved'),
  valueNote: captioned('Note on the value'),
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
interface FieldPlace {
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
