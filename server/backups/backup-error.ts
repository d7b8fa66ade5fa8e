/** A backup, a restore or a drill could not be done; the message is one line that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}
