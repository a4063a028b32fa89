import { z } from 'zod';

const position = z.object({ line: z.number().int(), column: z.number().int() });

/** What is wrong with a text of the Xen language, and where: both ends from 1, `to` after the last character. */
export const languageError = z
  .object({ code: z.string(), message: z.string(), from: position, to: position })
  .meta({ id: 'LanguageError' });
export type LanguageError = z.infer<typeof languageError>;
