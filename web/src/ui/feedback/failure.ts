/** What a failed call has to say, whoever raised it: the server's answer first, then the error itself. */

/** The parts of a failed answer that people may read. */
interface FailureBody {
  exceptionMessage?: unknown;
  message?: unknown;
  title?: unknown;
  error?: unknown;
  detail?: unknown;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const bodyOf = (error: unknown): FailureBody => objectOf(objectOf(error).body);

/** The first of exceptionMessage, message, title and error in the answer; else the error's own message. */
export function failureMessage(error: unknown, fallback: string): string {
  if (typeof error === 'string') return error;
  const body = bodyOf(error);
  return (
    text(body.exceptionMessage) ??
    text(body.message) ??
    text(body.title) ??
    text(body.error) ??
    text(objectOf(error).message) ??
    fallback
  );
}

/** The longer text that is shown behind a Details button. */
export function failureDetail(error: unknown): string | undefined {
  return text(bodyOf(error).detail) ?? text(objectOf(error).detail);
}
