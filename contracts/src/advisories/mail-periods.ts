/** When a user gets notification mails. */
export const mailPeriods = [
  { value: 'at-once', caption: 'At once' },
  { value: 'hourly', caption: 'Every hour' },
  { value: 'daily', caption: 'Every day at 7 AM' },
] as const;

/** The minimum level of an urgent excursion: where the highest bucket of levels begins. */
export const urgentLevel = 751;
