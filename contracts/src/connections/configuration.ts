import { z } from 'zod';
import { requiredText, text, typeError, untrimmedText } from '../core/primitives.ts';
import type { ConfigurationField, ConfigurationFieldKind } from './connection.ts';

/** The schemas of the fields of a configuration, the same for forms and calls. */

const lengths = { text: 1000, texts: 100, file: 128 * 1024 };

/** The maximum size of a file in bytes. It is sent in base64. */
export const maximumFile = (lengths.file / 4) * 3;

/** Whether the value of a field is never returned. */
export const isSecret = ({ kind }: Pick<ConfigurationField, 'kind'>): boolean =>
  kind === 'secret' || kind === 'file';

/** The schema of the value of a field; null if an optional field has no value. */
export function configurationValue(field: ConfigurationField): z.ZodType {
  const schema = schemas[field.kind](field);
  return field.isRequired ? schema : schema.nullable();
}

const schemas: Readonly<Record<ConfigurationFieldKind, (field: ConfigurationField) => z.ZodType>> = {
  text: ({ isRequired }) => (isRequired ? requiredText(lengths.text) : text(lengths.text)),
  address,
  secret: () => untrimmedText(lengths.text).min(1, 'Required.'),
  file: () =>
    z
      .base64('Please choose a file.')
      .min(1, 'Required.')
      .max(lengths.file, `Please choose a file of at most ${(lengths.file / 1024) * 0.75} KB.`),
  number: ({ minimum, maximum }) => numberWithin(minimum, maximum),
  boolean: () => z.boolean('Please give true or false.'),
  choice: ({ choices = [] }) => {
    const values = choices.map(({ value }) => value);
    return z.enum(values, typeError(`Please give one of ${values.join(', ')}.`));
  },
  date: () => z.iso.date(typeError('Please enter a date.')),
  texts: ({ isRequired }) => {
    const list = z
      .array(requiredText(lengths.text), typeError('Please give a list.'))
      .max(lengths.texts, `Please give at most ${lengths.texts}.`);
    return isRequired ? list.min(1, 'Required.') : list;
  },
};

/** An address with a host. Credentials in it are refused, because addresses are shown; they have their own fields. */
function address({ schemes = ['http', 'https'], example, isRequired }: ConfigurationField): z.ZodType {
  const wanted = `Please enter an address such as ${example ?? `${schemes.at(-1)}://plant.example`}.`;
  return text(lengths.text).superRefine((value, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', message });
    if (value === '') return isRequired ? problem('Required.') : undefined;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (!url || url.host === '' || !schemes.includes(url.protocol.slice(0, -1))) return problem(wanted);
    if (url.username !== '' || url.password !== '')
      return problem('Please enter the user and the password in their own fields.');
  });
}

function numberWithin(minimum: number | undefined, maximum: number | undefined): z.ZodType {
  const message =
    minimum !== undefined && maximum !== undefined
      ? `Please enter a number between ${minimum} and ${maximum}.`
      : minimum !== undefined
        ? `Please enter a number greater than or equal to ${minimum}.`
        : `Please enter a number less than or equal to ${maximum}.`;
  return z
    .number(typeError('Please enter a number.'))
    .min(minimum ?? -Number.MAX_VALUE, message)
    .max(maximum ?? Number.MAX_VALUE, message);
}
