import type { ErrorBody } from '@twinward/contracts/core/error';
import { failureMessage } from '../../ui/feedback/failure.ts';

/** A call that did not succeed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the server said; empty when the answer was not the server's own (a proxy's page, say). */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>, options?: ErrorOptions) {
    super(failureMessage({ body }, `The server answered with status ${status}.`), options);
    this.status = status;
    this.body = body;
  }

  /** Nothing that the same call again would mend: the request itself was refused. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  return new ApiError(
    response.status,
    typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {},
  );
}
