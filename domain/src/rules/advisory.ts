import type {
  Advisory,
  AdvisoryOutcome,
  AdvisoryState,
  AdvisoryTransition,
  NewAdvisory,
} from '@twinward/contracts/advisories/advisory';

/** The fields of an advisory that users write, as the server returns them. */
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

/** The fields of an advisory that users write, as they are sent. */
export type AdvisoryEntry = Omit<NewAdvisory, 'twinId'>;

/** Converts an advisory from its form in answers to its form in requests. */
export const entryOf = (advisory: AdvisoryFacts): AdvisoryEntry => ({
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

/** Who may do something to an advisory: who writes advisories, or one of its reviewers. */
type Doer = 'writer' | 'reviewer';

interface Rule {
  from: AdvisoryState;
  /** The state that it leads to; one without reviewers needs no approval. */
  to: (hasReviewers: boolean) => AdvisoryState;
  by: Doer;
  needsReason?: boolean;
  /** A remediation and an outcome. */
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

/** The state in which a rule makes an advisory. */
export const madeByRule = (hasReviewers: boolean): AdvisoryState => (hasReviewers ? 'submitted' : 'active');

/** Those that still ask for something: an excursion of the same threshold belongs to them. */
export const openAdvisoryStates: readonly AdvisoryState[] = ['draft', 'submitted', 'active'];

/** Those in which what it says may be changed. */
export const editableAdvisoryStates: readonly AdvisoryState[] = openAdvisoryStates;

/** What the doer is to the advisory. */
export interface AdvisoryDoer {
  isWriter: boolean;
  isReviewer: boolean;
}

/** Whether somebody may do this to an advisory at all, whatever its state. */
export function mayTransition(transition: AdvisoryTransition, doer: AdvisoryDoer): boolean {
  return rules[transition].by === 'writer' ? doer.isWriter : doer.isReviewer;
}

/** What somebody may do to an advisory in this state. */
export function transitionsFrom(state: AdvisoryState, doer: AdvisoryDoer): AdvisoryTransition[] {
  return (Object.keys(rules) as AdvisoryTransition[]).filter(
    (transition) => rules[transition].from === state && mayTransition(transition, doer),
  );
}

/** What goes with a change of state. */
export interface TransitionFacts {
  transition: AdvisoryTransition;
  reason: string;
  remediationId: number | null;
  outcome: AdvisoryOutcome | null;
}

/** What is missing of what goes with a change of state, by field. */
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

/** Whether a change of state asks why. */
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

/** The state that a transition leads to, or why it can't be made from this one. */
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

/** How often advisories were right: of those that turned out right or wrong. Null where none did. */
export function precisionOf(counts: {
  confirmed: number;
  prevented: number;
  falseAlarm: number;
}): number | null {
  const right = counts.confirmed + counts.prevented;
  const all = right + counts.falseAlarm;
  return all === 0 ? null : right / all;
}
