/** Maximum characters of one Xen logic. */
export const maximumLogic = 20_000;

/** Maximum characters of all Xen logic of a protection. */
export const maximumProtectionLogic = 100_000;
