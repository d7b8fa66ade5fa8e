import { expect, type Page } from '@playwright/test'
import type { SanityClient, SanityDocument } from '@sanity/client'
import { field, publishButton, waitInPage } from './studio.ts'

const often = { intervals: [50, 100, 200] }

/** Waits until the lake returns this result of a query. */
export async function waitForQuery(
  content: SanityClient,
  query: string,
  params: Record<string, unknown>,
  expected: unknown,
): Promise<void> {
  await expect.poll(() => content.fetch(query, params), often).toEqual(expected)
}

/** Waits until the lake has a document with these fields. Returns it. */
export async function waitForDocument(
  content: SanityClient,
  id: string,
  fields: Record<string, unknown> = {},
): Promise<SanityDocument> {
  let document: SanityDocument | undefined
  const read = async () => {
    document = await content.getDocument(id)
    return document
  }
  await expect.poll(read, often).toMatchObject(fields)
  return document as SanityDocument
}

/** Waits until the lake does not have a document. */
export async function waitForNoDocument(content: SanityClient, id: string): Promise<void> {
  await expect.poll(() => content.getDocument(id), often).toBeUndefined()
}

/** Adds the open document to the selected release, and waits until the form edits the version there. */
export async function addToRelease(
  page: Page,
  content: SanityClient,
  release: string,
  id: string,
): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to release' })
  await add.click()
  await waitForDocument(content, `versions.${release}.${id}`)
  // Text that is typed before the form shows the version would be lost.
  await expect(add).toHaveCount(0)
}

/**
 * Fills in a text field of the open form, such as `launch.monthWords`, and waits until its document has the text. A form
 * that has just changed to another version of its document may drop a text, which is then filled in again.
 */
export async function typeInto(
  page: Page,
  content: SanityClient,
  id: string,
  path: string,
  text: string,
): Promise<void> {
  const input = field(page, path).getByTestId('string-input')
  const fields = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), text)
  const write = async () => {
    if ((await input.inputValue()) !== text) await input.fill(text)
    return content.getDocument(id)
  }
  await expect.poll(write, often).toMatchObject(fields as Record<string, unknown>)
}

/**
 * Publishes the open document, whose draft must be stored. Returns the published document as soon as it is new and
 * has no draft.
 */
export async function publish(
  page: Page,
  content: SanityClient,
  id: string,
): Promise<SanityDocument> {
  const before = await content.getDocument(id)
  await publishButton(page).click()
  return waitForPublished(content, id, before?._rev)
}

/** Waits until a document has another revision than `before`, and no draft. Returns it. */
export async function waitForPublished(
  content: SanityClient,
  id: string,
  before: string | undefined,
): Promise<SanityDocument> {
  let published: SanityDocument | null = null
  const state = async () => {
    const [draft, document] = await content.getDocuments([`drafts.${id}`, id])
    published = document ?? null
    return { hasDraft: Boolean(draft), isNew: document ? document._rev !== before : false }
  }
  await expect.poll(state, often).toEqual({ hasDraft: false, isNew: true })
  return published as unknown as SanityDocument
}

/**
 * Waits until the Studio has saved all changes of a document. An open form saves at most once a second, so this
 * compares the revisions before and after more than a second of the page's own time.
 */
export async function waitForSaved(page: Page, content: SanityClient, id: string): Promise<void> {
  const revision = async () => (await content.getDocument(id))?._rev
  const isSaved = async () => {
    const before = await revision()
    await waitInPage(page, 1_100)
    return before !== undefined && before === (await revision())
  }
  await expect.poll(isSaved, { intervals: [0] }).toBe(true)
}
