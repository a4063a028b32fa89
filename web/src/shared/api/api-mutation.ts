import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { RouteBodyInput, RouteContract, RouteKey, RouteResponse } from '@twinward/contracts/core/route';
import { type AddressOptions, type CallOptions, call, type Options } from './http.ts';
import type { MutationEffects } from './mutation-effects.ts';

interface Handlers<R extends RouteContract, Input> extends MutationEffects<RouteResponse<R>, Input> {
  /** Runs before the effects on cached queries. */
  onSuccess?: (answer: RouteResponse<R>, input: Input) => void;
}

/** The parameters in the address, if the input is the body; else a function from the input to the call. */
type ApiMutation<R extends RouteContract, Input> = Handlers<R, Input> &
  ((AddressOptions<R> & { toCall?: undefined }) | { toCall: (input: Input) => CallOptions<R> });

/** `ApiMutation` in one type. */
interface Given<R extends RouteContract, Input> extends Handlers<R, Input> {
  toCall?: (input: Input) => CallOptions<R>;
  params?: unknown;
  query?: unknown;
}

/**
 * Writes by a call, with its effects on cached queries:
 * `useApiMutation<typeof updateTag>('PUT /api/tags/:id', { params: { id }, renews: ['tags'] })`.
 * `mutate` takes the body. If it takes something else, that is the type `Input`, which `toCall` converts.
 */
export function useApiMutation<R extends RouteContract, Input = RouteBodyInput<R>>(
  route: RouteKey<R>,
  ...[mutation]: Record<string, never> extends ApiMutation<R, Input>
    ? [mutation?: ApiMutation<R, Input>]
    : [mutation: ApiMutation<R, Input>]
): UseMutationResult<RouteResponse<R>, Error, Input> {
  const { toCall, params, query, onSuccess, ...meta } = (mutation ?? {}) as Given<R, Input>;
  const toOptions = (input: Input) => toCall?.(input) ?? { params, query, body: input };
  return useMutation({
    mutationFn: (input: Input) => call<R>(route, ...([toOptions(input)] as unknown as Options<R>)),
    ...(onSuccess && { onSuccess }),
    meta,
  });
}
