/** A full hour of a day: 07:00. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The full hours of a day, for a select field. */
export const hourChoices = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}));
