/** The maximum number of annotations of a tag or twin. */
export const maximumAnnotations = 1000;
/** The maximum number of annotations that one call returns: the latest ones. */
export const maximumAnswered = 500;
