import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { refuseProblems } from '../rules.ts';

/** A file as it comes in; `truncated` once it went past what was allowed. */
export type FileContent = AsyncIterable<Buffer> & { truncated?: boolean };

export interface UploadedFile {
  fileName: string;
  /** The form's fields, which come before the file. */
  fields: Record<string, unknown>;
  content: FileContent;
}

/**
 * Takes the one file of a multipart form while it comes in.
 * @throws AppError `invalid-request` for a form that has none, is damaged or breaks off.
 */
export async function takeFile<T>(
  request: FastifyRequest,
  take: (file: UploadedFile) => Promise<T>,
  maximumBytes?: number,
): Promise<T> {
  const fields: Record<string, unknown> = {};
  try {
    const limits = maximumBytes === undefined ? {} : { limits: { fileSize: maximumBytes } };
    for await (const part of request.parts(limits)) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        continue;
      }
      try {
        return await take({ fileName: part.filename, fields, content: part.file });
      } finally {
        // A sender that still sends hears no answer, and nothing else on that connection: what is not wanted goes by.
        part.file.resume();
      }
    }
  } catch (error) {
    throw isBrokenForm(error as Error)
      ? new AppError('invalid-request', 'The form is damaged or breaks off. Please send it again.')
      : error;
  }
  throw new AppError(
    'invalid-request',
    'Please send the fields first and then the file, as multipart/form-data.',
  );
}

/** Checks the fields that go with a file. @throws AppError `invalid-request` naming those that are wrong. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success)
    refuseProblems(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  return schema.parse(fields);
}

/** What is wrong with a form is thrown without a class or a code of its own. */
const isBrokenForm = ({ message }: Error): boolean => /^Multipart:|multipart data$/.test(message);
