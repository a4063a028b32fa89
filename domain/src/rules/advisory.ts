import type {
  Advisory,
  AdvisoryOutcome,
  AdvisoryState,
  AdvisoryTransition,
  NewAdvisory,
} from '@twinward/contracts/advisories/advisory';

/** The editable fields of an advisory, as the server returns them. */
export type AdvisoryFacts = Pick<
  Advisory,
  | 'name'
  | 'comment'
  | 'protection'
  | 'threshold'
  | 'activityId'
  | 'failureModes'
  | 'reviewerUserIds'
  | 'reviewerGroupIds'
  | 'priority'
  | 'targetHorizon'
  | 'targetDate'
  | 'work'
>;

/** The editable fields of an advisory, as they are sent. */
export type AdvisoryEntry = Omit<NewAdvisory, 'twinId'>;

/** Converts an advisory from its response form to its request form. */
export const toAdvisoryEntry = (advisory: AdvisoryFacts): AdvisoryEntry => ({
  name: advisory.name,
  comment: advisory.comment,
  protectionId: advisory.protection?.id ?? null,
  thresholdId: advisory.threshold?.id ?? null,
  activityId: advisory.activityId,
  failureModeIds: advisory.failureModes.map(({ id }) => id),
  reviewerUserIds: advisory.reviewerUserIds,
  reviewerGroupIds: advisory.reviewerGroupIds,
  priority: advisory.priority,
  targetHorizon: advisory.targetHorizon,
  targetDate: advisory.targetDate,
  work: advisory.work,
});

/** Who may perform a transition: users who may write advisories, or its reviewers. */
type Doer = 'writer' | 'reviewer';

interface Rule {
  from: AdvisoryState;
  /** The resulting state; without reviewers, approval is skipped. */
  to: (hasReviewers: boolean) => AdvisoryState;
  by: Doer;
  needsReason?: boolean;
  /** Requires a remediation and an outcome. */
  needsEnd?: boolean;
}

const rules: Record<AdvisoryTransition, Rule> = {
  submit: { from: 'draft', to: (hasReviewers) => (hasReviewers ? 'submitted' : 'active'), by: 'writer' },
  approve: { from: 'submitted', to: () => 'active', by: 'reviewer' },
  reject: { from: 'submitted', to: () => 'rejected', by: 'reviewer', needsReason: true },
  revise: { from: 'rejected', to: () => 'draft', by: 'writer' },
  cancel: { from: 'active', to: () => 'canceled', by: 'writer', needsReason: true },
  close: { from: 'active', to: () => 'closed', by: 'writer', needsEnd: true },
  reopen: { from: 'closed', to: () => 'active', by: 'writer', needsReason: true },
};

/** The initial state of an advisory created by a rule. */
export const madeByRule = (hasReviewers: boolean): AdvisoryState => (hasReviewers ? 'submitted' : 'active');

/** Unfinished states: further excursions of the same threshold are added to the advisory. */
export const openAdvisoryStates: readonly AdvisoryState[] = ['draft', 'submitted', 'active'];

/** States in which an advisory can be edited. */
export const editableAdvisoryStates: readonly AdvisoryState[] = openAdvisoryStates;

/** The roles of a user for an advisory. */
export interface AdvisoryDoer {
  isWriter: boolean;
  isReviewer: boolean;
}

/** Whether a user may perform a transition in some state. */
export function mayTransition(transition: AdvisoryTransition, doer: AdvisoryDoer): boolean {
  return rules[transition].by === 'writer' ? doer.isWriter : doer.isReviewer;
}

/** The transitions that a user may perform in this state. */
export function transitionsFrom(state: AdvisoryState, doer: AdvisoryDoer): AdvisoryTransition[] {
  return (Object.keys(rules) as AdvisoryTransition[]).filter(
    (transition) => rules[transition].from === state && mayTransition(transition, doer),
  );
}

/** The data of a transition. */
interface TransitionFacts {
  transition: AdvisoryTransition;
  reason: string;
  remediationId: number | null;
  outcome: AdvisoryOutcome | null;
}

/** The missing data of a transition, by field. */
export function transitionProblems({
  transition,
  reason,
  remediationId,
  outcome,
}: TransitionFacts): { path: 'reason' | 'remediationId' | 'outcome'; message: string }[] {
  const { needsReason = false, needsEnd = false } = rules[transition];
  const missing = (path: 'reason' | 'remediationId' | 'outcome', isMissing: boolean) =>
    isMissing ? [{ path, message: 'Required.' }] : [];
  return [
    ...missing('reason', needsReason && reason.trim() === ''),
    ...missing('remediationId', needsEnd && remediationId === null),
    ...missing('outcome', needsEnd && outcome === null),
  ];
}

/** Whether a transition requires a reason. */
export const needsReason = (transition: AdvisoryTransition): boolean =>
  rules[transition].needsReason === true;

const participles: Record<AdvisoryTransition, string> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  revise: 'revised',
  cancel: 'canceled',
  close: 'closed',
  reopen: 'reopened',
};

/** The resulting state of a transition, or why it is not possible in this state. */
export function nextAdvisoryState(
  state: AdvisoryState,
  transition: AdvisoryTransition,
  hasReviewers: boolean,
): { ok: true; state: AdvisoryState } | { ok: false; message: string } {
  const { from, to } = rules[transition];
  if (state === from) return { ok: true, state: to(hasReviewers) };
  const which = from === 'draft' ? 'a draft' : `${from === 'active' ? 'an' : 'a'} ${from} advisory`;
  return {
    ok: false,
    message: `Only ${which} can be ${participles[transition]}; this one is ${state === 'draft' ? 'a draft' : state}.`,
  };
}

/** The precision of advisories: the fraction of right ones among right and wrong outcomes; null without any. */
export function calculatePrecision(counts: {
  confirmed: number;
  prevented: number;
  falseAlarm: number;
}): number | null {
  const right = counts.confirmed + counts.prevented;
  const all = right + counts.falseAlarm;
  return all === 0 ? null : right / all;
}
