import { integer, numberBetween, required } from './field-rules.ts';

/** Bounds of how long sessions last. The idle time leaves room for the last five minutes, in which a session is extended. */
export const sessionSettingsRules = {
  idleMinutes: [required, integer, numberBetween(10, 10_080)],
  maximumHours: [required, integer, numberBetween(1, 2160)],
};
