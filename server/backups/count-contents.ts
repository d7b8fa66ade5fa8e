import { countPeople, type DatasetState, datasetState } from 'embedded-content-lake'
import { leadsFile } from 'halvi-leads/files'
import type Database from 'libsql'
import type { DatabaseFile } from '../data-folder/data-files.ts'

/** What a lake is without any content. */
const nothing: DatasetState = { documents: 0, drafts: 0, assetFiles: [], missingReferences: [] }

/** Gives an open database of a data folder; undefined where there is none. */
type Databases = (path: DatabaseFile) => InstanceType<typeof Database> | undefined

/** What is in the databases of a data folder. */
export function countContents(database: Databases) {
  const [lake, users, leads] = [
    database('lake/lake.db'),
    database('lake/users.db'),
    database(leadsFile),
  ]
  return {
    ...(lake ? datasetState(lake) : nothing),
    people: users ? countPeople(users) : 0,
    leads: leads && (leads.prepare('select count(*) as n from lead').get() as { n: number }).n,
  }
}
