/** Most annotations that a tag or twin has. */
export const maximumAnnotations = 1000;
/** Most annotations that one call answers, the latest. */
export const maximumAnswered = 500;
