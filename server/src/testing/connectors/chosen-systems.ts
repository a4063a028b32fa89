/**
 * The systems of a soak: the one that was named, or all.
 * @throws Error for an unknown name; it lists the known ones
 */
export function chosenSystems(known: readonly string[], named: string | undefined): readonly string[] {
  if (named === undefined) return known;
  if (known.includes(named)) return [named];
  throw new Error(`There is no soak of connections to ${named}. Choose one of ${known.join(', ')}.`);
}
