import type { AuditAction, AuditEntity } from '@twinward/contracts/system/audit';

/** Labels of the actions in the audit trail. */

export const actionLabels: Readonly<Record<AuditAction, string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-in-delayed': 'Sign-in delayed',
  'test-sign-in': 'Tested a sign-in',
  unlock: 'Unlocked',
  'sign-out': 'Signed out',
  'change-password': 'Changed the password',
  'request-reset': 'Asked for a new password',
  'reset-password': 'Reset the password',
  'add-second-factor': 'Added a second factor',
  'remove-second-factor': 'Removed a second factor',
  'reset-second-factor': 'Reset the second factor',
  'use-recovery-code': 'Used a recovery code',
  'renew-recovery-codes': 'Made new recovery codes',
  refuse: 'Refused many requests',
};

/** Labels of the kinds of records, in the singular. */
export const entityLabels: Readonly<Record<AuditEntity, string>> = {
  activity: 'Activity',
  address: 'Address',
  advisory: 'Advisory',
  annotation: 'Annotation',
  asset: 'Asset',
  benchmark: 'Benchmark',
  connection: 'Connection',
  consequence: 'Consequence',
  dashboard: 'Dashboard',
  'data points': 'Data points',
  display: 'Display',
  'failure-mode': 'Failure mode',
  'figure-alert': 'Alert on a figure',
  group: 'Group',
  'improvement-option': 'Improvement option',
  'indicator-pattern': 'Training of a protection',
  link: 'Link',
  list: 'List',
  package: 'Package',
  protection: 'Protection',
  query: 'Query',
  record: 'Record',
  'record-type': 'Record type',
  relationship: 'Relationship',
  'report-subscription': 'Report by mail',
  'risk-analysis': 'Risk analysis',
  'risk-analysis-asset': 'Asset of a risk analysis',
  'saved-view': 'Saved view',
  scenario: 'Scenario',
  'service-account': 'Service account',
  setting: 'Setting',
  structure: 'Structure',
  tag: 'Tag',
  'tag-alias': 'Input',
  twin: 'Twin',
  'twin-model': 'Twin model',
  unit: 'Unit',
  'unit-category': 'Category of units',
  user: 'User',
  webhook: 'Webhook',
  work: 'Work',
};

/** The names of settings, as in the headings of their pages. */
const settingLabels: Readonly<Record<string, string>> = {
  general: 'General settings',
  mail: 'Mail',
  'identity-provider': 'Identity provider',
  'second-factor': 'Second factor',
  sessions: 'Sessions',
  'sign-in-rules': 'Sign-in rules',
  retention: 'Retention',
};

const labelIn = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

/** Returns the label of a kind. A kind that no longer exists is returned as recorded. */
export const entityLabel = (entityType: string): string => labelIn(entityLabels, entityType) ?? entityType;

/** Returns the name of a setting: 'Plant time zone' for `plant-time-zone`. */
export const settingLabel = (name: string): string =>
  labelIn(settingLabels, name) ??
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_.]/g, ' ').toLowerCase();
