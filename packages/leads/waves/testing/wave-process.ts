import { pino } from 'pino'
import { openLeads } from '../../testing/open-leads.ts'
import { mailTo } from './test-waves.ts'

// A process for tests that create a wave, send messages, and are killed.

const { dataDir, databaseUrl, smtpUrl, wave } = JSON.parse(process.argv[2] ?? '{}')
const leads = await openLeads({
  ...{ dataDir, databaseUrl, rateLimit: 'off', log: pino({ level: 'silent' }) },
  mail: mailTo(smtpUrl),
})
if (wave) await leads.waves.create(wave, { id: 'staff', name: 'Staff' })
// Timers of the leads do not keep a process alive.
setInterval(() => {}, 60_000)
process.send?.('ready')
