import { z } from 'zod';
import { advisoryOutcomes } from '../advisories/advisory.ts';
import { listCall } from '../core/list.ts';
import { id, integerBetween, largestInteger, text, timeParameter, wholeDollars } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

/** The value of closed advisories: cost of the prevented failure, and cost of the advisory. In whole dollars. */

const money = z.number().int();
const range = z.object({ low: money, high: money });
export type MoneyRange = z.infer<typeof range>;

/** The source of a proposed amount. */
const source = z.object({
  kind: z
    .enum(['failure-mode', 'twin', 'ordered-work', 'work'])
    .describe(
      'Kind of source: a consequence, or work that the advisory ordered or that was completed while it was active',
    ),
  id,
  name: z.string(),
  amount: money,
});
export type ValueSource = z.infer<typeof source>;

const proposal = z.object({
  failureCost: range
    .nullable()
    .describe('Proposed failure cost; null if nothing would have failed or no consequence is known'),
  cost: money.nullable().describe('Proposed cost; null without work that has a cost'),
  sources: z.array(source),
});
export type ValueProposal = z.infer<typeof proposal>;

const named = z.object({ id, name: z.string() }).nullable();

export const valueLine = z
  .object({
    advisoryId: id,
    name: z.string(),
    twinId: id,
    assetName: z.string(),
    outcome: z.enum(advisoryOutcomes),
    closedAt: z.iso.datetime(),
    protection: named.describe('Protection that created the advisory'),
    className: z.string().nullable().describe('Category and class of the asset'),
    isApproved: z.boolean().describe('Whether a user approved the value after the advisory was closed'),
    failureCost: range.nullable().describe('Approved cost of the prevented failure'),
    cost: money.nullable().describe('Approved cost of the advisory'),
    value: range.nullable().describe('Failure cost minus cost; null until approved'),
    note: z.string(),
    approvedBy: z.string().nullable(),
    approvedAt: z.iso.datetime().nullable(),
    proposal,
    version: z.number().int().describe('Optimistic-lock version; 0 before the first approval'),
  })
  .meta({ id: 'ValueLine' });
export type ValueLine = z.infer<typeof valueLine>;

/** The amounts that a user approves. Only advisories with the outcome confirmed or prevented have a failure cost. */
export const valueApproval = z
  .strictObject({
    failureCost: z.strictObject({ low: wholeDollars, high: wholeDollars }).nullable().default(null),
    cost: wholeDollars,
    note: text(1000).default(''),
    version: integerBetween(0, largestInteger).describe('Version of the line that you reviewed'),
  })
  .superRefine(({ failureCost }, context) => {
    if (failureCost !== null && failureCost.low > failureCost.high)
      context.addIssue({
        code: 'custom',
        path: ['failureCost', 'high'],
        message: 'Please enter at least the lower amount.',
      });
  })
  .meta({ id: 'ValueApproval' });
export type ValueApproval = z.infer<typeof valueApproval>;

const sums = {
  advisories: z.number().int().describe('Number of advisories closed in the range'),
  approved: z.number().int().describe('Number of these that are approved; only they count in the sums'),
  falseAlarms: z.number().int().describe('Number of false alarms among all closed advisories'),
  avoided: range.describe('Sum of failure costs'),
  cost: money.describe('Sum of costs, without false alarms'),
  falseAlarmCost: money,
  net: range.describe('Avoided cost minus cost and cost of false alarms'),
};
const group = z.object({
  id: id.nullable().describe('Id of the group; null for advisories without one'),
  name: z.string(),
  ...sums,
});
export type ValueGroup = z.infer<typeof group>;

export const valueSummary = z
  .object({
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    total: z.object(sums),
    rules: z.array(group).describe('Sums by protection, highest net first'),
    classes: z.array(group).describe('Sums by category and class of the asset, highest net first'),
    models: z.array(group).describe('Sums by twin model of the library, highest net first'),
    months: z
      .array(
        z.object({ month: z.string().describe('Month as yyyy-MM, in the time zone of the plant'), ...sums }),
      )
      .describe('Sums by month in which advisories were closed, oldest first'),
  })
  .meta({ id: 'ValueSummary' });
export type ValueSummary = z.infer<typeof valueSummary>;

const defineRoute = routeGroup('Value ledger');

export const listValueLines = defineRoute('POST /api/value-ledger/filters', {
  access: 'apps',
  summary:
    'List the values of closed advisories, latest closed first. Fields: Id, Name, TwinId, AssetName, Outcome, Closed, ProtectionId, ProtectionName, ClassName, Approved, FailureCostLow, FailureCostHigh, Cost, ApprovedBy',
  ...listCall,
  response: z.array(valueLine),
});

export const getValueSummary = defineRoute('GET /api/value-ledger/summary', {
  access: 'apps',
  summary: 'Get the total value of closed advisories, and by protection, class, model and month',
  query: z.object({
    from: timeParameter.optional().describe('Earliest closing time, inclusive; no limit by default'),
    to: timeParameter.optional().describe('Latest closing time, exclusive; now by default'),
  }),
  response: valueSummary,
});

export const getValueLine = defineRoute('GET /api/value-ledger/:id', {
  access: 'apps',
  summary: 'Get the value of a closed advisory, with the proposal and its sources',
  response: valueLine,
});

export const approveValue = defineRoute('PUT /api/value-ledger/:id', {
  access: 'write:advisory',
  summary: 'Approve the value of a closed advisory',
  body: valueApproval,
  record: valueLine,
  response: valueLine,
});

export const withdrawValue = defineRoute('DELETE /api/value-ledger/:id', {
  access: 'write:advisory',
  summary: 'Withdraw the approval of the value of a closed advisory',
});
