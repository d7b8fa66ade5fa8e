import { join } from 'node:path'
import Database from 'libsql'
import { application, send } from '../faults/visitors.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'

/** Adds the given number of leads and switches the dashboard to real metrics. */
export async function showRealMetrics(site: SiteUnderAttack, leads: number): Promise<void> {
  const { url, target } = site
  await send(url, application())
  copyLead(site.dataDir, leads)
  const response = await fetch(`${url}/v2025-02-19/data/mutate/production`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${target.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      mutations: [{ patch: { id: 'siteSettings', set: { 'dashboard.source': 'real' } } }],
    }),
  })
  if (!response.ok)
    throw new Error(`Could not switch to real metrics: ${response.status} ${await response.text()}`)
}

/** Inserts copies of the first lead with different ids and fingerprints. */
function copyLead(dataDir: string, count: number): void {
  const database = new Database(join(dataDir, 'leads.db'), { timeout: 20_000 })
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all(['lead'])
    .map((row) => (row as { name: string }).name)
  const own = ['id', 'fingerprint']
  const values = columns.map((name) => (own.includes(name) ? `${name} || '-' || n` : `"${name}"`))
  database.exec(`
    with recursive copy(n) as (select 1 union all select n + 1 from copy where n < ${count})
    insert or ignore into lead (${columns.map((name) => `"${name}"`)})
    select ${values} from (select * from lead order by rowid limit 1), copy`)
  database.close()
}
