/** Topic filters of MQTT: `+` stands for one level, `#` at the end for all that follow. MQTT 3.1.1, section 4.7. */

/** What is wrong with a filter; null: nothing. */
export function problemOfFilter(filter: string): string | null {
  if (filter === '') return 'Please enter a topic filter.';
  if (filter.length > 1000) return 'Please enter a topic filter of at most 1,000 characters.';
  if (filter.startsWith('$share/')) return 'Shared subscriptions are not supported.';
  const levels = filter.split('/');
  for (const [at, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || at < levels.length - 1)) {
      return `'#' may only be the whole last level of a filter.`;
    }
    if (level.includes('+') && level !== '+') return `'+' may only be a whole level of a filter.`;
  }
  return null;
}

/** Whether a topic is one of the filter's. Wildcards do not cover topics of the broker itself, such as $SYS. */
export function matchesFilter(filter: string, topic: string): boolean {
  if (topic.startsWith('$') && !filter.startsWith('$')) return false;
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true;
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false;
  }
  return wanted.length === levels.length;
}

/** Whether some topic is one of both filters'. */
export function filtersOverlap(left: string, right: string): boolean {
  const [one, other] = [left.split('/'), right.split('/')];
  // A wildcard in the first level does not cover topics that begin with '$'.
  if (left.startsWith('$') !== right.startsWith('$')) return false;
  for (let at = 0; ; at++) {
    const [a, b] = [one[at], other[at]];
    if (a === '#' || b === '#') return true;
    if (a === undefined || b === undefined) return a === b;
    if (a !== b && a !== '+' && b !== '+') return false;
  }
}
