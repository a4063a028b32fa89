import { type ErrorBody, type ErrorId, errorCatalogue } from '@twinward/contracts/error';

/**
 * A failure that the caller may know of, by its id in the catalogue. The message says what is wrong and
 * what would be right, in the user's words. Anything else that is thrown answers 500 and tells nothing.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly id: ErrorId;
  readonly detail: string | undefined;
  readonly errors: ErrorBody['errors'];

  constructor(id: ErrorId, message: string, more: { detail?: string; errors?: ErrorBody['errors'] } = {}) {
    super(message);
    this.id = id;
    this.detail = more.detail;
    this.errors = more.errors;
  }

  get status(): number {
    return errorCatalogue[this.id].status;
  }

  body(requestId?: string): ErrorBody {
    return {
      id: this.id,
      title: errorCatalogue[this.id].title,
      message: this.message,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** The record that a service was asked for, or the error that it is not there. */
export function found<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw new AppError('not-found', `${what} not found.`);
  return record;
}
