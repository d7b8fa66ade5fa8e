import { Statements } from 'halvi-kit/files/sqlite-statements'

/** Settings that the Studio stores for its users. */
export class SettingsTable extends Statements {
  values(user: string, keys: readonly string[]): { key: string; value: unknown }[] {
    return keys.flatMap((key) => {
      const sql = 'SELECT value FROM keyvalue WHERE user = ? AND key = ?'
      const row = this.row<{ value: string }>(sql, user, key)
      return row ? [{ key, value: JSON.parse(row.value) as unknown }] : []
    })
  }

  count(user: string): number {
    const sql = 'SELECT count(*) AS count FROM keyvalue WHERE user = ?'
    return this.row<{ count: number }>(sql, user)?.count ?? 0
  }

  set(user: string, key: string, value: unknown): void {
    const sql = 'INSERT OR REPLACE INTO keyvalue (user, key, value) VALUES (?, ?, ?)'
    this.run(sql, user, key, JSON.stringify(value))
  }

  remove(user: string): void {
    this.run('DELETE FROM keyvalue WHERE user = ?', user)
  }
}
