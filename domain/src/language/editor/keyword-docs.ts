/** Descriptions of the reserved words, keyed by their `conventional` form, for completion and hover. */
export const keywordDocs: Readonly<Record<string, string>> = {
  IF: 'Runs the statements in braces when the condition is true. A condition that is unknown makes the result NO_CALC.',
  ELSEIF: 'Another condition, tried when those before it are false. ELSE IF is the same.',
  ELSE: 'Runs when no condition before it is true.',
  RETURN: 'Ends the program with a value, or with NO_CALC.',
  AND: 'True when both sides are; false as soon as one is false, even if the other is unknown.',
  OR: 'True as soon as one side is; unknown when neither is true and one is unknown.',
  NOT: 'Turns true and false round; unknown stays unknown. Binds less than a comparison.',
  TRUE: 'The condition that always holds.',
  FALSE: 'The condition that never holds.',
  null: 'No value. Test for it with == null and != null.',
  NO_CALC: 'No result at this time: a calculated tag stores nothing, a threshold keeps its state.',
  NUMBER: 'Declares a variable that holds a number; null until it gets one.',
  BOOL: 'Declares a variable that holds true or false; false until it gets a value.',
};
