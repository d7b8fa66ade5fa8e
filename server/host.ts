/** A host name or address, with or without a port (RFC 9110, section 7.2). */
export const hostPattern = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i
