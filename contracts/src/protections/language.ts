import { z } from 'zod';

const position = z.object({ line: z.number().int(), column: z.number().int() });

/** An error in Xen logic and its position. Lines and columns count from 1; `to` is after the last character. */
export const languageError = z
  .object({ code: z.string(), message: z.string(), from: position, to: position })
  .meta({ id: 'LanguageError' });
