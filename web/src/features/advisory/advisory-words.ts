import type {
  AdvisoryOutcome,
  AdvisoryState,
  AdvisoryTransition,
} from '@twinward/contracts/advisories/advisory';

export const stateLabels: Record<AdvisoryState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  rejected: 'Rejected',
  active: 'Active',
  canceled: 'Canceled',
  closed: 'Closed',
};

export const outcomeNotes: Record<AdvisoryOutcome, string> = {
  confirmed: 'The failure was there.',
  prevented: 'The failure would have come, and was averted.',
  'false-alarm': 'Nothing was wrong.',
  'no-action': 'Nothing was done, and it stays open whether something was wrong.',
};

/** The button label of a transition. */
export const transitionLabels: Record<AdvisoryTransition, string> = {
  submit: 'Submit',
  approve: 'Approve',
  reject: 'Reject',
  revise: 'Revise',
  cancel: 'Cancel advisory',
  close: 'Close advisory',
  reopen: 'Reopen',
};

const actions: Record<string, string> = {
  make: 'Made',
  edit: 'Edited',
  occurrence: 'Occurred again',
  attach: 'Attached',
  detach: 'Removed the file',
  submit: 'Submitted',
  approve: 'Approved',
  reject: 'Rejected',
  revise: 'Back to draft',
  cancel: 'Canceled',
  close: 'Closed',
  reopen: 'Reopened',
};

/** The text of a history entry. */
export const actionLabel = (action: string): string => actions[action] ?? action;
