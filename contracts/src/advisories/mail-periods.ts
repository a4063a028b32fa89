/** When a user gets the mails of notifications. */
export const mailPeriods = [
  { value: 'at-once', caption: 'At once' },
  { value: 'hourly', caption: 'Every hour' },
  { value: 'daily', caption: 'Every day at 7 AM' },
] as const;

/** An excursion of this level or a higher one is urgent: the highest of the steps in which levels are shown. */
export const urgentLevel = 751;
