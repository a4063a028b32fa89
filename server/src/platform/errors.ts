import { type ErrorBody, type ErrorId, errorCatalogue } from '@twinward/contracts/core/error';

/**
 * An error that is reported to the client with its id in the catalogue. The message says, in the user's terms, what is
 * wrong and what is valid. Any other error is answered with 500 and no details.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly id: ErrorId;
  readonly detail: string | undefined;
  readonly errors: ErrorBody['errors'];
  readonly current: ErrorBody['current'];
  /** Whole seconds after which the client may retry: the header Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    id: ErrorId,
    message: string,
    more: {
      detail?: string | undefined;
      errors?: ErrorBody['errors'];
      current?: ErrorBody['current'];
      retryAfter?: number | undefined;
    } = {},
  ) {
    super(message);
    this.id = id;
    this.detail = more.detail;
    this.errors = more.errors;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return errorCatalogue[this.id].status;
  }

  get title(): string {
    return errorCatalogue[this.id].title;
  }

  body(requestId?: string): ErrorBody {
    return {
      id: this.id,
      title: this.title,
      message: this.message,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...(this.current === undefined ? {} : { current: this.current }),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}

/** Returns the record, or throws `not-found` if it is null. */
export function found<T>(record: T | null | undefined, what: string): T {
  if (record === null || record === undefined) throw new AppError('not-found', `${what} not found.`);
  return record;
}

/** Creates the error for an outdated version, with the current version and the one that the change was based on. */
export function outdated(what: string, version: number, current: { version: number }): AppError {
  return new AppError(
    'conflict',
    `${what} was changed by someone else: it is at version ${current.version} now, your change was made on version ${version}.`,
    { current: { ...current } },
  );
}

const uniqueViolation = '23505';

/**
 * Runs work that may violate a unique name.
 * @throws AppError `conflict` with this message if it does.
 */
export async function orNameTaken<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) throw new AppError('conflict', message);
    throw error;
  }
}
