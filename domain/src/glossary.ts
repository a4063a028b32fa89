/**
 * Terms that screens explain, with their meaning for users. The definitions in docs/glossary.md begin with the same
 * words, and may continue with details for developers.
 */
export const glossary = {
  'characteristic life': 'the time by which 63.2 % have failed, in days',
  'conditional probability':
    'the probability of a failure in the mission, given that the asset has survived to today',
  consequence: 'the cost of a failure, in money',
  criticality: 'how much depends on an asset, from A (most) to C',
  'driving threshold': 'the threshold that determines the level',
  episode: 'excursions of a protection that follow each other closely, counted as one detection',
  excursion: 'the time from start to end in which the logic of a threshold holds, after its delays',
  false: 'an episode that no failure followed in time',
  flood: 'a time with more alarms than an operator can respond to',
  level: 'how serious a problem is, from 0 (normal) to 1000: the highest level of the open excursions',
  'money at risk': 'the sum of the risk of all twins in service',
  MTBF: 'mean time between failures: measured from work, or expected',
  notice: 'the time from the first excursion of a credited episode to the failure',
  probability: 'how likely a failure is within the mission, in percent',
  risk: 'probability multiplied by consequence, in money',
  shelving: 'suppressing the actions of a protection until a date, with a reason (ISA-18.2)',
  'target date': 'when an active advisory should be closed',
  undecided: 'an episode for which a failure may still follow',
  unprotected: 'a failure mode that no active protection of an active twin covers',
  'Weibull shape':
    'how the rate of failures changes with age: below 1 it falls, at 1 it is constant, above 1 it rises by wear',
} as const;

export type Term = keyof typeof glossary;

/** Returns a term with its meaning: 'Level: how serious a problem is.' */
export const explain = (term: Term): string =>
  `${term[0]!.toUpperCase()}${term.slice(1)}: ${glossary[term]}.`;
