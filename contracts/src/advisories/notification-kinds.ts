/** What users are notified of, in the order in which they choose how. */
export const notificationKinds = [
  { context: 'protection', type: 'threshold', caption: 'A threshold that notifies me' },
  { context: 'twin', type: 'excursion', caption: 'An excursion of a twin I have subscribed to' },
  { context: 'advisory', type: 'review', caption: 'An advisory that waits for my review' },
  {
    context: 'advisory',
    type: 'state',
    caption: 'What becomes of an advisory that I made, or of a twin I have subscribed to',
  },
  {
    context: 'tag',
    type: 'early',
    caption: 'A tag that receives points ahead of the clock, as an administrator',
  },
  { context: 'advisory', type: 'comment', caption: 'A comment on an advisory that I made or review' },
  {
    context: 'evaluation',
    type: 'set-aside',
    caption: 'A protection or calculated tag that is set aside, as its evaluation needs too much work',
  },
  { context: 'pattern', type: 'trained', caption: 'The end of a training that I asked to be notified of' },
  {
    context: 'pattern',
    type: 'unfit',
    caption:
      'A model of patterns that no longer fits: one that I trained, of a twin I have subscribed to, or as an administrator',
  },
  {
    context: 'twin-model',
    type: 'waiting',
    caption: 'A newer version of the model of a twin I have subscribed to',
  },
  { context: 'twin-model', type: 'upgraded', caption: 'The upgrade of a twin I have subscribed to' },
  {
    context: 'twin-model',
    type: 'failed',
    caption: 'An upgrade of mine, or a model that I put on assets, that failed or left some as they were',
  },
  {
    context: 'exchange',
    type: 'imported',
    caption: 'A package that somebody else imported or rolled back, as an administrator',
  },
  {
    context: 'exchange',
    type: 'failed',
    caption: 'An import or a roll back of a package of mine that failed',
  },
  { context: 'record', type: 'reminder', caption: 'A date of a record that I am to be reminded of' },
  {
    context: 'connection',
    type: 'failed',
    caption: 'A connection that failed, as an administrator or connection manager',
  },
  {
    context: 'connection',
    type: 'quiet',
    caption:
      'A connection that delivers nothing although it should, as an administrator or connection manager',
  },
  {
    context: 'connection',
    type: 'certificate',
    caption: 'A certificate of a connection that ends soon, as an administrator or connection manager',
  },
  {
    context: 'webhook',
    type: 'stopped',
    caption: 'A webhook that is paused after a day of failures, as an administrator or connection manager',
  },
  {
    context: 'work-request',
    type: 'failed',
    caption: 'A work request that could not be sent, as an administrator or connection manager',
  },
  { context: 'figure', type: 'limit', caption: 'A figure of a dashboard that crosses a limit that I set' },
  { context: 'system', type: 'disk-full', caption: 'A full disk of the database, as an administrator' },
] as const;
