import type { ViewParameters } from '@twinward/contracts/records/saved-view';

/**
 * What a view keeps of the address of a list: all but the page.
 * @param fixed parameters that are no part of views, such as the one that names the list
 */
export const viewParametersIn = (address: URLSearchParams, fixed: readonly string[]): ViewParameters =>
  Object.fromEntries([...address].filter(([name]) => name !== 'page' && !fixed.includes(name)));

/** The address of a list with the parameters of a view. */
export function addressOf(
  parameters: ViewParameters,
  address: URLSearchParams,
  fixed: readonly string[],
): URLSearchParams {
  const kept = [...address].filter(([name]) => fixed.includes(name));
  return new URLSearchParams([...kept, ...Object.entries(parameters)]);
}

/** Whether two views show the same; the order of parameters does not matter. */
export function isSameView(one: ViewParameters, other: ViewParameters): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}
