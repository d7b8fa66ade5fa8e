const temporary = [
  // The system: no connection, no name resolution, no room, no descriptors.
  /^(ECONN\w+|EHOST\w+|ENET\w+|ETIMEDOUT|EPIPE|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT|EMFILE|ENFILE)$/,
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED)/,
  // PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connections, resources,
  // shutdown and start, its disk, a replica, a database that takes no connections at the moment.
  /^(08...|53...|57P..|58...|25006|55000)$/,
]

/** Whether a database's error may pass by itself: it is unreachable, starting, busy, or its disk is full. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A socket of PostgreSQL's that is not there yet is ENOENT.
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  // node-postgres has no codes for these.
  const hasNoCode = /timeout|Connection terminated/i.test(error.message)
  return hasNoCode || temporary.some((codes) => codes.test(code ?? ''))
}
