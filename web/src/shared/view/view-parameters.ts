import type { ViewParameters } from '@twinward/contracts/records/saved-view';

/**
 * The URL parameters of a list that a view stores: all except the page.
 * @param fixed parameters that are not part of views, such as the name of the list
 */
export const viewParametersIn = (address: URLSearchParams, fixed: readonly string[]): ViewParameters =>
  Object.fromEntries([...address].filter(([name]) => name !== 'page' && !fixed.includes(name)));

/** The URL of a list with the parameters of a view. */
export function toAddress(
  parameters: ViewParameters,
  address: URLSearchParams,
  fixed: readonly string[],
): URLSearchParams {
  const kept = [...address].filter(([name]) => fixed.includes(name));
  return new URLSearchParams([...kept, ...Object.entries(parameters)]);
}

/** Whether two views have the same parameters in any order. */
export function isSameView(one: ViewParameters, other: ViewParameters): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}
