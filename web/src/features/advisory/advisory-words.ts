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
  confirmed: 'The failure occurred.',
  prevented: 'The failure was developing and was prevented.',
  'false-alarm': 'Nothing was wrong.',
  'no-action': 'Nothing was done. It is unknown whether there was a problem.',
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
  make: 'Created',
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
