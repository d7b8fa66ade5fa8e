/** Returns the reference of an application, which people can read out: the random end of its id. */
export const referenceOf = (leadId: string): string => leadId.slice(-8).toUpperCase()
