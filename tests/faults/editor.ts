import { setTimeout as sleep } from 'node:timers/promises'
import { lakeTokenOf } from '../running-site.ts'

/** A program that writes documents, one after another. */
export interface Editor {
  /** Ids of the documents that the content API has acknowledged. */
  acknowledged: Set<string>
  /** Stops the editor. Resolves when its open request is finished. */
  stop(): Promise<void>
}

let documents = 0

const send = (url: string, dataDir: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}/v2025-02-19/data/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${lakeTokenOf({ dataDir })}` },
  })

/** Starts an editor of the content of a site. */
export function startEditor(url: string, dataDir: string, acknowledged: Set<string>): Editor {
  let isStopped = false
  async function edit() {
    while (!isStopped) {
      const _id = `edit-${documents++}`
      const body = JSON.stringify({ mutations: [{ create: { _id, _type: 'edit' } }] })
      const isStored = await send(url, dataDir, 'mutate/production', { method: 'POST', body }).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      )
      if (isStored) acknowledged.add(_id)
      else await sleep(20)
    }
  }
  const edits = edit()
  return {
    acknowledged,
    async stop() {
      isStopped = true
      await edits
    },
  }
}

/** Resolves to the ids of all documents that editors have written. */
export async function storedEdits(url: string, dataDir: string): Promise<Set<string>> {
  const query = encodeURIComponent('*[_type == "edit"]._id')
  const response = await send(url, dataDir, `query/production?query=${query}`)
  return new Set(((await response.json()) as { result: string[] }).result)
}
