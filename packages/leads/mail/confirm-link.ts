/** Number of days for which a link to confirm an address works. */
export const confirmLinkDays = 14
