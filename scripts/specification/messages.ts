/** The literal texts of the specification that a screen shows. `{}` is a placeholder. */
export const screenMessages: readonly string[] = [
  // Search
  ...['Start typing to search.', 'No results match your search criteria.', 'Loading...'],
  ...['Invalid search syntax.', 'At least one search type must be selected.', 'Invalid Expression: {}'],
  'Must specify at least one word to search.',
  // Session and shell
  ...['Session expired', 'Failed to validate session', 'Failed to keep session alive'],
  ...['You do not have sufficient privileges to access this page.', 'Error loading watches.'],
  ...['Session timeout', 'Stay signed in', 'Sign me out', 'Your session is about to expire.'],
  'You will be automatically signed out in {}',
  'Do you want to extend this session?',
  ...['New Version Available', 'Refresh Now', 'Mark all as read', 'Remove read notifications'],
  'Please save your changes as soon as possible and refresh the page to load the new version.',
  ...[
    'Notification settings',
    'User settings',
    'Sign out',
    'Guide Me',
    'Available Videos',
    'Maybe of Interest',
  ],
  ...['Remove from watchlist', 'Add to watchlist', 'Unsubscribe from this twin', 'Subscribe to this twin'],
  ...['Unsaved Changes', 'Your unsaved changes will be discarded if you close the dialog now.'],
  'Your unsaved changes will be discarded if you leave now.',
  ...['Suppress this warning?', 'Working...', 'Error loading query/card.'],
  // Risk analyses
  ...['Download template', 'No results found.', 'Worse than benchmark', 'Better than benchmark'],
  ...['No benchmark available', 'Over opportunity threshold', 'Under opportunity threshold'],
  ...['No improvement notes specified.', 'Open analysis', 'Invalidates what-if'],
  'Are you sure you want to make this change and invalidate existing what-if scenarios?',
  'Are you sure you want to make this change which may invalidate existing what-if scenarios?',
  'Are you sure you want to delete this asset?',
  'There are unsaved changes to the mission parameters that need to be saved before edits can be made to the asset.',
  'You have reached your maximum limit of {} assets for the analysis at this tier - you can easily upgrade to get more!',
  'Mission time must be a value between 1 day and 100 years',
  ...['Please choose a date after the start date.', 'The analysis end date is in the past.'],
  'Probability % needs a start date and mission time',
  ...['No probability record.', 'less than 1%', 'greater than 99%'],
  ...['Unable to generate chart. ', 'No distribution function specified.'],
  ...['Start date not specified.', 'Mission time not specified.', 'Missing probability or consequence.'],
  // Fields
  ...['Required.', '{} characters over maximum length of {}.', '{} characters under minimal length of {}.'],
  ...['Please enter an integer.', 'Please enter a number.'],
  'Please enter a number between {} and {}.',
  'Please enter a number greater than or equal to {}.',
  'Please enter a positive number.',
  'Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
  ...['Please enter a valid e-mail address.', 'Please choose a later date.', 'Please enter a unique value.'],
  ...['Please enter a date.', 'Please enter a date & time.'],
  'Password must contain letters, numbers, and special characters',
  ...['Password cannot match your {}', 'Password does not match.'],
  // Twins, protections and the language
  ...['Copy of {}', 'Activity protection', 'Condition protection', 'Pattern protection', 'No match'],
  ...['{} is not available in base Xen language', 'Method requires two paramters', 'Pattern ({}) not found.'],
  'Syntax error: [{}, {}] {}',
];

/** The other literal texts: errors of calls, and of rules that don't belong to a field. */
export const otherMessages: readonly string[] = [
  ...['Must be type ProbabilityModel.', 'Must be type TagModel', 'invalid life cycle state for {}'],
  ...['Response does not contain any data', 'Trigger not found.', 'Pattern not found.'],
  'Could not find a tag, activity, failure mode or input in the store with id {}.',
  ...['Please enter a string with a length of {}.', 'Please enter a negative number.'],
];
