/** The message of a failed call: from the server's answer, else from the error. */

/** The readable fields of an error response. */
interface FailureBody {
  exceptionMessage?: unknown;
  message?: unknown;
  title?: unknown;
  error?: unknown;
  detail?: unknown;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const readBody = (error: unknown): FailureBody => toObject(toObject(error).body);

/** The first of exceptionMessage, message, title and error in the response; else the error's own message. */
export function failureMessage(error: unknown, fallback: string): string {
  if (typeof error === 'string') return error;
  const body = readBody(error);
  return (
    text(body.exceptionMessage) ??
    text(body.message) ??
    text(body.title) ??
    text(body.error) ??
    text(toObject(error).message) ??
    fallback
  );
}

/** The longer text behind a Details button. */
export function failureDetail(error: unknown): string | undefined {
  return text(readBody(error).detail) ?? text(toObject(error).detail);
}
