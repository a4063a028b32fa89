import type { ErrorBody } from '@twinward/contracts/core/error';
import { failureMessage } from '../../ui/feedback/failure.ts';

/** A failed call. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The server's error body; empty if the response came from elsewhere, such as a proxy. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>, options?: ErrorOptions) {
    super(failureMessage({ body }, `The server answered with status ${status}.`), options);
    this.status = status;
    this.body = body;
  }

  /** Whether the server rejected the request itself, so that a retry is pointless. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  return new ApiError(response.status, {
    ...explainStatus(response.status),
    ...(typeof body === 'object' && body !== null ? body : {}),
  });
}

/** The error message for a status if a proxy answered instead of the server. */
export const explainStatus = (status: number): Partial<ErrorBody> =>
  status === 413
    ? {
        title: 'Too large',
        message:
          'A proxy in front of Twinward refuses files of this size. Please choose a smaller file, or ask an administrator to raise the limit for request bodies.',
      }
    : {};
