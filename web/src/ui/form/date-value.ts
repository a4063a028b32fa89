/** The value of a date's input while what was entered is no date; the rules `date` and `dateTime` refuse it. */
export const notADate = 'not a date';
