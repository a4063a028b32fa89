/** The kinds of notifications, in the order of the screen of settings. */
export const notificationKinds = [
  { context: 'protection', type: 'threshold', caption: 'A threshold notifies me' },
  { context: 'twin', type: 'excursion', caption: 'An excursion begins or ends on a twin I subscribed to' },
  { context: 'advisory', type: 'review', caption: 'An advisory is waiting for my review' },
  {
    context: 'advisory',
    type: 'state',
    caption: 'An advisory that I created, or of a twin I subscribed to, changes its state',
  },
  {
    context: 'tag',
    type: 'early',
    caption: 'A tag receives points with a future time (administrators)',
  },
  {
    context: 'advisory',
    type: 'comment',
    caption: 'Someone comments on an advisory that I created or review',
  },
  {
    context: 'evaluation',
    type: 'set-aside',
    caption: 'The evaluation of a protection or calculated tag is stopped, because it takes too long',
  },
  { context: 'pattern', type: 'trained', caption: 'A training ends, if I asked to be notified' },
  {
    context: 'pattern',
    type: 'unfit',
    caption:
      'A pattern model no longer fits: one that I trained, or of a twin I subscribed to (administrators: all)',
  },
  {
    context: 'twin-model',
    type: 'waiting',
    caption: 'A newer model version is available for a twin I subscribed to',
  },
  { context: 'twin-model', type: 'upgraded', caption: 'A twin I subscribed to was upgraded' },
  {
    context: 'twin-model',
    type: 'failed',
    caption: 'My upgrade, or placing a model on assets, failed or was incomplete',
  },
  {
    context: 'exchange',
    type: 'imported',
    caption: 'Someone else imported or rolled back a package (administrators)',
  },
  {
    context: 'exchange',
    type: 'failed',
    caption: 'My import or rollback of a package failed',
  },
  { context: 'record', type: 'reminder', caption: 'A reminder for a date of a record' },
  {
    context: 'connection',
    type: 'failed',
    caption: 'A connection failed (administrators and connection managers)',
  },
  {
    context: 'connection',
    type: 'quiet',
    caption: 'A connection unexpectedly delivers no data (administrators and connection managers)',
  },
  {
    context: 'connection',
    type: 'certificate',
    caption: 'A certificate of a connection expires soon (administrators and connection managers)',
  },
  {
    context: 'webhook',
    type: 'stopped',
    caption: 'A webhook was paused after a day of failures (administrators and connection managers)',
  },
  {
    context: 'work-request',
    type: 'failed',
    caption: 'A work request could not be sent (administrators and connection managers)',
  },
  { context: 'figure', type: 'limit', caption: 'A figure on a dashboard crosses a limit that I set' },
  { context: 'system', type: 'disk-full', caption: 'The disk of the database is full (administrators)' },
] as const;
