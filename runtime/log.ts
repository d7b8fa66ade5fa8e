/** What the lake writes its log to: the part of pino's interface that it uses. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
