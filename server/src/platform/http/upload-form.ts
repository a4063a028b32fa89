import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { refuseProblems } from '../rules.ts';

/** The content of an uploaded file; `truncated` is set once it exceeds the allowed size. */
export type FileContent = AsyncIterable<Buffer> & { truncated?: boolean };

export interface UploadedFile {
  fileName: string;
  /** The form's fields, which must precede the file. */
  fields: Record<string, unknown>;
  content: FileContent;
}

/**
 * Reads the only file of a multipart form as a stream.
 * @throws AppError `invalid-request` for a form without a file, or a damaged or incomplete one.
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  handle: (file: UploadedFile) => Promise<T>,
  limits: { fileSize?: number; fields?: number; fieldSize?: number } = {},
): Promise<T> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        continue;
      }
      return await handle({ fileName: part.filename, fields, content: part.file });
    }
  } catch (error) {
    throw isBrokenForm(error as Error)
      ? new AppError('invalid-request', 'The form is damaged or breaks off. Please send it again.')
      : error;
  } finally {
    discardRest(request);
  }
  throw new AppError(
    'invalid-request',
    'Please send the fields first and then the file, as multipart/form-data.',
  );
}

/**
 * Validates the fields that accompany a file.
 * @throws AppError `invalid-request`, naming the invalid ones.
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.infer<Schema> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success)
    refuseProblems(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  return schema.parse(fields);
}

/**
 * Reads the rest of a form without parsing it. A client reads no response before it has sent everything, and the parser
 * would process every remaining part without passing it on.
 */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** A malformed form is reported by an error without its own class or code. */
const isBrokenForm = ({ message }: Error): boolean => /^Multipart:|multipart data$/.test(message);
