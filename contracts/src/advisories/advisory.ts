import { z } from 'zod';
import { createPaging, listCall, listExample } from '../core/list.ts';
import { id, integerBetween, isoDuration, isoTime, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { advisoryWork, level, rationalization } from '../protections/threshold.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { advisoryAttachment } from './advisory-attachment.ts';

export const advisoryStates = ['draft', 'submitted', 'rejected', 'active', 'canceled', 'closed'] as const;
export type AdvisoryState = (typeof advisoryStates)[number];

/** The transitions of an advisory's state. */
export const advisoryTransitions = [
  'submit',
  'approve',
  'reject',
  'revise',
  'cancel',
  'close',
  'reopen',
] as const;
export type AdvisoryTransition = (typeof advisoryTransitions)[number];

/** Whether an advisory was right. */
export const advisoryOutcomes = ['confirmed', 'prevented', 'false-alarm', 'no-action'] as const;
export type AdvisoryOutcome = (typeof advisoryOutcomes)[number];

/** The status of a work request without a connection. */
export const notSent = 'not sent: no connection';
/** The status of a work request that its connection has not sent yet. */
export const waitingToBeSent = 'waiting to be sent';

const named = (what: string) => z.object({ id, name: z.string() }).nullable().describe(what);

/** An advisory in a list. */
export const advisorySummary = z
  .object({
    id,
    twinId: id,
    assetName: z.string(),
    name: z.string(),
    state: z.enum(advisoryStates),
    source: z
      .enum(['rule', 'user'])
      .describe('rule: created by an action of a threshold; user: created by hand'),
    protection: named('Protection that it comes from; null if none'),
    threshold: named('Threshold that it comes from; null if none'),
    level: level
      .nullable()
      .describe('Level of the threshold when the advisory was created; null without a threshold'),
    priority: z.number().int().nullable(),
    risk: z
      .number()
      .nullable()
      .describe('Risk in money: the sum of the risks of its failure modes, or else the risk of the twin'),
    targetDate: z.iso.datetime().nullable(),
    overdue: z.boolean().describe('Whether it is active after its target date'),
    occurrenceCount: z.number().int(),
    lastOccurrence: z.iso.datetime().nullable().describe('Start of its latest excursion'),
    outcome: z.enum(advisoryOutcomes).nullable(),
    remediation: z.string().nullable(),
    createdBy: z.string().nullable().describe('User name; null if created by a rule'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    ...furtherFields,
    version: version.describe('Optimistic-lock version; increases with every change'),
  })
  .meta({ id: 'AdvisorySummary' });
export type AdvisorySummary = z.infer<typeof advisorySummary>;

export const workRequest = z
  .object({
    key: z.uuid().describe('Id by which the other system recognizes the request'),
    request: advisoryWork,
    connection: named('Connection to which it is sent; null if no connection accepts it'),
    number: z.string().nullable().describe('Number of the work in the other system; null if unknown'),
    status: z.string().describe('Status in the other system, or the progress of sending it'),
    phase: z
      .enum(['open', 'completed', 'canceled'])
      .nullable()
      .describe('Phase of the work in the other system; null if unknown'),
    url: z.string().nullable().describe('Address of the page in the other system'),
    sentAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable().describe('Time at which its status was last read'),
    error: z.string().nullable().describe('Error of the last attempt to send it'),
    attempts: z.number().int(),
    retryAt: z.iso.datetime().nullable().describe('Time of the next attempt'),
    workId: id.nullable().describe('Id of the work that was created from it; null if none'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'WorkRequest' });
export type WorkRequest = z.infer<typeof workRequest>;

export const advisoryComment = z
  .object({ id, text: z.string(), userName: z.string().nullable(), createdAt: z.iso.datetime() })
  .meta({ id: 'AdvisoryComment' });
export type AdvisoryComment = z.infer<typeof advisoryComment>;

const occurrence = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime().nullable().describe('End of the excursion; null if not known yet'),
  isOpen: z.boolean().describe('Whether the excursion is recorded and has not ended'),
  evaluatedTo: z.iso
    .datetime()
    .nullable()
    .describe('Last evaluation of the protection; an open excursion lasted at least until then'),
});

/** A line of an advisory's history. */
export const advisoryChangeEntry = z
  .object({
    id,
    time: z.iso.datetime(),
    userName: z.string().nullable().describe('User name; null for changes made by the system'),
    action: z.string(),
    from: z.enum(advisoryStates).nullable(),
    to: z.enum(advisoryStates).nullable(),
    reason: z.string(),
  })
  .meta({ id: 'AdvisoryChangeEntry' });
export type AdvisoryChangeEntry = z.infer<typeof advisoryChangeEntry>;

export const advisory = advisorySummary
  .extend({
    comment: z.string(),
    activityId: id.nullable(),
    failureModes: z.array(z.object({ id, name: z.string(), risk: z.number().nullable() })),
    reviewerUserIds: z.array(id),
    reviewerGroupIds: z.array(z.string()).describe('Names of groups'),
    targetHorizon: z.string().nullable(),
    work: advisoryWork.nullable().describe('Work to request when the advisory becomes active'),
    workRequest: workRequest.nullable(),
    remediationId: id.nullable(),
    signal: z
      .object({ tagId: id, alias: z.string() })
      .nullable()
      .describe('First signal in the logic of its threshold; null if none'),
    rationalization: rationalization
      .nullable()
      .describe('Current cause, consequence and response of its threshold'),
    occurrences: z.array(occurrence).describe('Excursions, latest first; at most 500'),
    comments: z.array(advisoryComment).describe('Oldest first'),
    attachments: z.array(advisoryAttachment),
    history: z.array(advisoryChangeEntry).describe('Latest first; at most 500'),
    transitions: z
      .array(z.enum(advisoryTransitions))
      .describe('Transitions of the state that the user can make now'),
  })
  .meta({ id: 'Advisory' });
export type Advisory = z.infer<typeof advisory>;

export const advisoryFields = {
  name: requiredText(200),
  comment: text(4000).default(''),
  protectionId: id.nullable().default(null),
  thresholdId: id.nullable().default(null),
  activityId: id.nullable().default(null),
  failureModeIds: z.array(id).max(500).default([]),
  reviewerUserIds: z.array(id).max(100).default([]),
  reviewerGroupIds: z.array(requiredText(60)).max(100).default([]).describe('Names of groups'),
  priority: integerBetween(0, 1000).nullable().default(null),
  targetHorizon: isoDuration
    .nullable()
    .default(null)
    .describe('Time from activation to the target date; sets the target date on activation'),
  targetDate: isoTime.nullable().default(null),
  work: advisoryWork.nullable().default(null),
  ...furtherChanges,
};

/** A new advisory, created by hand as a draft. */
export const newAdvisory = z.strictObject({ twinId: id, ...advisoryFields }).meta({ id: 'NewAdvisory' });
export type NewAdvisory = z.infer<typeof newAdvisory>;

/** The new values of an advisory. Twin and state don't change. */
export const advisoryChange = z
  .strictObject({ ...advisoryFields, version: version.describe('Version that the change is based on') })
  .meta({ id: 'AdvisoryChange' });
export type AdvisoryChange = z.infer<typeof advisoryChange>;

export const transitionFields = {
  transition: z.enum(advisoryTransitions),
  reason: text(1000).default('').describe('Required to reject, cancel and reopen'),
  remediationId: id
    .nullable()
    .default(null)
    .describe('Required to close: an item of the list of remediations'),
  outcome: z.enum(advisoryOutcomes).nullable().default(null).describe('Required to close'),
};

export const advisoryTransitionCall = z
  .strictObject({ ...transitionFields, version: version.describe('Version that the transition is based on') })
  .meta({ id: 'AdvisoryTransitionCall' });
export type AdvisoryTransitionCall = z.infer<typeof advisoryTransitionCall>;

const defineRoute = routeGroup('Advisories');

export const listAdvisories = defineRoute('POST /api/advisories/filters', {
  access: 'apps',
  summary: `List advisories, newest first. Fields: Id, TwinId, AssetName, Name, State, Source, ProtectionId, ProtectionName, ThresholdId, ThresholdName, Level, Priority, Risk, TargetDate, Overdue, ToReview (by the user), OccurrenceCount, LastOccurrence, Outcome, Remediation, CreatedBy, Created, Updated, Closed, SiteId (the asset of its twin, or an ancestor), ClassId (a category, class or type)${furtherFilter}`,
  ...listCall,
  example: listExample('AssetName', 'Pump'),
  response: z.array(advisorySummary),
});

export const getAdvisory = defineRoute('GET /api/advisories/:id', {
  access: 'apps',
  summary: 'Get an advisory with its occurrences, comments, attachments and history',
  response: advisory,
});

export const listSimilarAdvisories = defineRoute('GET /api/advisories/:id/similar', {
  access: 'apps',
  summary: 'List closed advisories with the same protection or a common failure mode, latest closed first',
  query: createPaging(10),
  response: z.array(advisorySummary),
  paged: true,
});

export const createAdvisory = defineRoute('POST /api/advisories', {
  access: 'write:advisory',
  summary: 'Create an advisory as a draft',
  body: newAdvisory,
  example: { twinId: 1, name: 'Replace the bearing', targetHorizon: 'P30D' },
  status: 201,
  response: advisory,
});

export const updateAdvisory = defineRoute('PUT /api/advisories/:id', {
  access: 'write:advisory',
  summary: 'Change an advisory that is a draft, submitted or active',
  body: advisoryChange,
  response: advisory,
});

export const deleteAdvisory = defineRoute('DELETE /api/advisories/:id', {
  access: 'write:advisory',
  summary: 'Delete a draft advisory',
});

export const transitionAdvisory = defineRoute('POST /api/advisories/:id/transition', {
  access: 'apps',
  summary:
    'Submit, approve, reject, revise, cancel, close or reopen an advisory; reviewers can approve and reject, all other transitions require the right to write advisories',
  body: advisoryTransitionCall,
  response: advisory,
});

export const sendWorkRequest = defineRoute('POST /api/advisories/:id/work-request/send', {
  access: 'write:advisory',
  summary: 'Send the work request of an advisory now, without waiting for the next attempt',
  response: advisory,
});

export const commentAdvisory = defineRoute('POST /api/advisories/:id/comments', {
  access: 'apps',
  summary: 'Comment on an advisory',
  body: z.strictObject({ text: requiredText(4000) }),
  example: { text: 'The bearing is in stock.' },
  status: 201,
  response: advisoryComment,
});

/** The outcomes of a protection's advisories. */
export const advisoryRecord = z
  .object({
    protectionId: id,
    confirmed: z.number().int(),
    prevented: z.number().int(),
    falseAlarm: z.number().int(),
    noAction: z.number().int(),
    open: z.number().int().describe('Number of advisories that have not ended'),
    precision: z
      .number()
      .nullable()
      .describe('(confirmed + prevented) / (confirmed + prevented + false alarms); null if there are none'),
  })
  .meta({ id: 'AdvisoryRecord' });
export type AdvisoryRecord = z.infer<typeof advisoryRecord>;

export const getAdvisoryRecord = defineRoute('GET /api/indicators/:id/advisories/outcomes', {
  access: 'apps',
  summary: 'Get the outcomes of the advisories of a protection',
  response: advisoryRecord,
});
