/** Texts made of the values of fields: titles and numbers. */

/** The names in braces. */
export const namesInTemplate = (template: string): string[] =>
  Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name!);

export const maximumTitle = 200;

/**
 * The title of a record.
 * @param shown the value of a field as it is shown; an empty text for none
 * @param firstText name of the field that stands for a type without a template
 */
export function titleOf(template: string, firstText: string | null, shown: (name: string) => string): string {
  const text =
    template === ''
      ? firstText === null
        ? ''
        : shown(firstText)
      : template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => shown(name));
  const title = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...title];
  return characters.length > maximumTitle ? `${characters.slice(0, maximumTitle - 1).join('')}…` : title;
}

const numberPart = /^(?:yyyy|yy|MM|0{1,12})$/;

/** Why the template of an auto-number is refused; null if it can be used. */
export function numberTemplateProblem(template: string): string | null {
  const names = namesInTemplate(template);
  if (names.some((name) => !numberPart.test(name)))
    return 'Please use {yyyy}, {yy}, {MM} and zeros in braces, for example INS-{yyyy}-{0000}.';
  if (names.filter((name) => name.startsWith('0')).length !== 1)
    return 'Please enter the digits of the number once, for example {0000}.';
  if (names.includes('MM') && !names.some((name) => name.startsWith('y')))
    return 'A month requires a year, for example {yyyy}{MM}.';
  return null;
}

/** The period in which the numbers of a template count: a year, a month, or '' for ever. @param day yyyy-MM-dd */
export function numberPeriod(template: string, day: string): string {
  const names = namesInTemplate(template);
  if (names.includes('MM')) return day.slice(0, 7);
  return names.some((name) => name.startsWith('y')) ? day.slice(0, 4) : '';
}

/** The text of a number. @param day yyyy-MM-dd */
export function formatNumber(template: string, day: string, number: number): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    if (name === 'yyyy') return day.slice(0, 4);
    if (name === 'yy') return day.slice(2, 4);
    if (name === 'MM') return day.slice(5, 7);
    return String(number).padStart(name.length, '0');
  });
}
