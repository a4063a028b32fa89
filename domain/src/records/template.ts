/** Returns the field names in braces. */
export const namesInTemplate = (template: string): string[] =>
  Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, name]) => name!);

const maximumTitle = 200;

/**
 * Returns the title of a record.
 * @param firstText name of the field to use if the template is empty
 * @param shown returns the formatted value of a field, or an empty text without a value
 */
export function formatTitle(
  template: string,
  firstText: string | null,
  shown: (name: string) => string,
): string {
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

/** Returns the error of an auto-number template. Null if it is valid. */
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

/** Returns the period of a template's counter: a year, a month, or '' if it never restarts. @param day yyyy-MM-dd */
export function numberPeriod(template: string, day: string): string {
  const names = namesInTemplate(template);
  if (names.includes('MM')) return day.slice(0, 7);
  return names.some((name) => name.startsWith('y')) ? day.slice(0, 4) : '';
}

/** Formats an auto-number. @param day yyyy-MM-dd */
export function formatNumber(template: string, day: string, number: number): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    if (name === 'yyyy') return day.slice(0, 4);
    if (name === 'yy') return day.slice(2, 4);
    if (name === 'MM') return day.slice(5, 7);
    return String(number).padStart(name.length, '0');
  });
}
