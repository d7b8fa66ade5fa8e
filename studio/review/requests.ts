import { useEffect, useState } from 'react'
import { type Observable, shareReplay } from 'rxjs'
import { type DocumentStore, type SanityDocument, useDocumentStore } from 'sanity'

/** A request to review a draft. It is stored as a draft itself, so authors may write it and visitors never see it. */
export interface ReviewRequest {
  _id: string
  /** The published id of the document. */
  documentId: string
  /** The id of the person who asks. */
  author: string
  /** The draft. Null if it was published or discarded. */
  draft: SanityDocument | null
}

const maxRequests = 200

const query = {
  fetch: `*[_type == "reviewRequest"] | order(_createdAt asc)[0...${maxRequests}]{
    _id, documentId, author, "draft": *[_id == "drafts." + ^.documentId][0]
  }`,
  listen: '*[_type == "reviewRequest"]',
}

/** Returns the id of the document that stores the request. */
export const requestId = (documentId: string) => `drafts.review.${documentId}`

const shared = new WeakMap<DocumentStore, Observable<ReviewRequest[]>>()

function requestsIn(store: DocumentStore): Observable<ReviewRequest[]> {
  const known = shared.get(store)
  if (known) return known
  const requests: Observable<ReviewRequest[]> = store
    .listenQuery(query, {}, { perspective: 'raw', tag: 'review' })
    .pipe(shareReplay({ bufferSize: 1, refCount: true }))
  shared.set(store, requests)
  return requests
}

/** Returns all requests, or undefined until they are loaded. Updates when requests change. */
export function useReviewRequests(): ReviewRequest[] | undefined {
  const store = useDocumentStore()
  const [requests, setRequests] = useState<ReviewRequest[]>()
  useEffect(() => {
    // Without the list, the Studio works as before. The Studio itself reports that the connection is lost.
    const updates = requestsIn(store).subscribe({ next: setRequests, error: () => {} })
    return () => updates.unsubscribe()
  }, [store])
  return requests
}

/** Returns the request to review a document. */
export function useReviewRequest(documentId: string): ReviewRequest | undefined {
  return useReviewRequests()?.find((request) => request.documentId === documentId)
}
