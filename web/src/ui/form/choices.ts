/** An option of a select field. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** The options of a select field, in the order of their labels. */
export const toChoices = <Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

/** Label of the chosen option; the value itself if there is no such option. */
export const findLabel = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;
