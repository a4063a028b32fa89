/** Most characters of one text of the Xen language. */
export const maximumLogic = 20_000;

/** Most characters of all texts of one protection. */
export const maximumProtectionLogic = 100_000;
