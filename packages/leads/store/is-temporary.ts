const temporaryCodes = [
  // System errors: no connection, name resolution, disk space, or file descriptors.
  /^(ECONN\w+|EHOST\w+|ENET\w+|ETIMEDOUT|EPIPE|EAI_AGAIN|ENOTFOUND|ENOSPC|EDQUOT|EMFILE|ENFILE)$/,
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED)/,
  // PostgreSQL errors (https://www.postgresql.org/docs/current/errcodes-appendix.html): connections, resources,
  // startup and shutdown, its disk, a replica, or a database that does not accept connections.
  /^(08...|53...|57P..|58...|25006|55000)$/,
]

/** Returns whether a database error may resolve on its own: unreachable, starting, busy, or disk full. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing PostgreSQL socket fails with ENOENT.
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  // node-postgres has no codes for these.
  const hasNoCode = /timeout|Connection terminated/i.test(error.message)
  return hasNoCode || temporaryCodes.some((codes) => codes.test(code ?? ''))
}
