/** The value of a date input while its text is not a date; the rules `date` and `dateTime` reject it. */
export const notADate = 'not a date';
