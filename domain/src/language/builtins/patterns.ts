import type { Builtin } from './builtin.ts';

export const matchesPattern: Builtin = {
  name: 'MATCHESPATTERN',
  indicatorOnly: true,
  result: 'boolean',
  signatures: ['MATCHESPATTERN("pattern")'],
  description:
    'Whether the trained classifier now answers with this pattern; unknown while it has no answer.',
  example: 'MATCHESPATTERN("Cavitation")',
  snippet: 'MATCHESPATTERN("#{pattern}")',
  arguments: { least: 1, most: 1, message: 'MATCHESPATTERN takes the name of a pattern in quotes.' },
  check(call) {
    const pattern = call.pattern(0);
    return pattern === null ? null : { kind: 'pattern-match', type: 'boolean', pattern, ...call.range };
  },
};
