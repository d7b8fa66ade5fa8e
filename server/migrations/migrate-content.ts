import { type Dataset, type Migration, migrateDataset } from 'embedded-content-lake'
import type { Logger } from 'pino'
import migrateLinks from './links.ts'
import migrateSections from './sections.ts'

/** The changes of content that this version needs. Each one changes nothing when it runs again. */
const migrations = {
  sections: migrateSections,
  links: migrateLinks,
} as unknown as Readonly<Record<string, Migration>>

/**
 * Changes content of earlier versions as this version needs it, also after an import or a restore. An error is logged
 * and does not stop the site, because most pages work without a migration.
 */
export async function migrateContent(dataset: Dataset, log: Logger): Promise<void> {
  for (const [migration, change] of Object.entries(migrations)) {
    try {
      const { length } = await migrateDataset(dataset, change)
      if (length > 0) log.info({ migration, documents: length }, 'content migrated')
    } catch (err) {
      log.error({ err, migration }, 'content migration failed')
    }
  }
}
