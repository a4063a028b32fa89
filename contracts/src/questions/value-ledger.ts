import { z } from 'zod';
import { advisoryOutcomes } from '../advisories/advisory.ts';
import { listBody, paging } from '../core/list.ts';
import {
  id,
  idParams,
  integerBetween,
  largestInteger,
  text,
  timeParameter,
  wholeDollars,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** What closed advisories were worth: what the failure would have cost, and what they cost. Whole dollars. */

const money = z.number().int();
const range = z.object({ low: money, high: money });
export type MoneyRange = z.infer<typeof range>;

/** Where a proposed amount comes from. */
const source = z.object({
  kind: z
    .enum(['failure-mode', 'twin', 'ordered-work', 'work'])
    .describe('A consequence, or work: ordered by the advisory, or completed while it was active'),
  id,
  name: z.string(),
  amount: money,
});
export type ValueSource = z.infer<typeof source>;

const proposal = z.object({
  failureCost: range.nullable().describe('Null where nothing would have failed, or no consequence is known'),
  cost: money.nullable().describe('Null without work that has a cost'),
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
    protection: named.describe('The rule that made it'),
    className: z.string().nullable().describe('Category and class of the asset'),
    isApproved: z.boolean().describe('By a person, since it was closed'),
    failureCost: range.nullable().describe('What the failure would have cost, as approved'),
    cost: money.nullable().describe('What the advisory cost, as approved'),
    value: range.nullable().describe('Failure cost less cost; null until approved'),
    note: z.string(),
    approvedBy: z.string().nullable(),
    approvedAt: z.iso.datetime().nullable(),
    proposal,
    version: z.number().int().describe('0 until it is approved for the first time'),
  })
  .meta({ id: 'ValueLine' });
export type ValueLine = z.infer<typeof valueLine>;

/** What a person approves. A failure cost belongs to the outcomes confirmed and prevented alone. */
export const valueApproval = z
  .strictObject({
    failureCost: z.strictObject({ low: wholeDollars, high: wholeDollars }).nullable().default(null),
    cost: wholeDollars,
    note: text(1000).default(''),
    version: integerBetween(0, largestInteger).describe('Of the line that was seen'),
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
  advisories: z.number().int().describe('Closed in the range'),
  approved: z.number().int().describe('Of these, approved: only they count in the sums'),
  falseAlarms: z.number().int().describe('Of all closed'),
  avoided: range.describe('Sum of failure costs'),
  cost: money.describe('Sum of costs, those of false alarms left out'),
  falseAlarmCost: money,
  net: range.describe('Avoided less cost and cost of false alarms'),
};
const group = z.object({
  id: id.nullable().describe('Null: of advisories that have none'),
  name: z.string(),
  ...sums,
});
export type ValueGroup = z.infer<typeof group>;

export const valueSummary = z
  .object({
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    total: z.object(sums),
    rules: z.array(group).describe('By protection, the highest net first'),
    classes: z.array(group).describe('By category and class of the asset, the highest net first'),
    models: z
      .array(group)
      .describe('By model of the library of which the twin is made, the highest net first'),
    months: z
      .array(z.object({ month: z.string().describe('yyyy-MM, in the time zone of the plant'), ...sums }))
      .describe('Those in which an advisory was closed, oldest first'),
  })
  .meta({ id: 'ValueSummary' });
export type ValueSummary = z.infer<typeof valueSummary>;

const tag = 'Value ledger';

export const listValueLines = defineRoute({
  method: 'POST',
  path: '/api/value-ledger/filters',
  access: 'apps',
  tag,
  summary:
    'What closed advisories were worth, the latest closed first. Fields: Id, Name, TwinId, AssetName, Outcome, Closed, ProtectionId, ProtectionName, ClassName, Approved, FailureCostLow, FailureCostHigh, Cost, ApprovedBy',
  query: paging,
  body: listBody,
  response: z.array(valueLine),
  paged: true,
});

export const getValueSummary = defineRoute({
  method: 'GET',
  path: '/api/value-ledger/summary',
  access: 'apps',
  tag,
  summary: 'The value of closed advisories: in all, by rule, class, model and month',
  query: z.object({
    from: timeParameter.optional().describe('Closed from then on; from the first unless given'),
    to: timeParameter.optional().describe('Closed before then; up to now unless given'),
  }),
  response: valueSummary,
});

export const getValueLine = defineRoute({
  method: 'GET',
  path: '/api/value-ledger/:id',
  access: 'apps',
  tag,
  summary: 'What a closed advisory was worth, with the proposal and its sources',
  params: idParams,
  response: valueLine,
});

export const approveValue = defineRoute({
  method: 'PUT',
  path: '/api/value-ledger/:id',
  access: 'write:advisory',
  tag,
  summary: 'Approve what a closed advisory was worth',
  params: idParams,
  body: valueApproval,
  record: valueLine,
  response: valueLine,
});

export const withdrawValue = defineRoute({
  method: 'DELETE',
  path: '/api/value-ledger/:id',
  access: 'write:advisory',
  tag,
  summary: 'Withdraw the approval of what an advisory was worth',
  params: idParams,
  status: 204,
});
