import { useCallback, useMemo } from 'react'
import { useRouter } from 'sanity/router'
import { paramsOf, type Selection, selectionOf } from './selection.ts'

export type View =
  | 'list'
  | 'messages'
  | 'person'
  | 'credits'
  | 'figures'
  | 'waves'
  | 'audit'
  | 'retention'
  | 'notice'

/** The state in the tool's URL, with functions to change it. */
export interface LeadsUrl {
  view: View
  lead: string | undefined
  /** The id of the person in the view `person`. */
  person: string | undefined
  params: URLSearchParams
  selection: Selection
  /** Shows another selection. With `replace`, it adds no history entry, for searches as the user types. */
  select(selection: Selection, options?: { replace?: boolean }): void
  open(lead: string | undefined): void
  hrefTo(view: 'lead' | 'person', id: string): string
  goTo(view: 'lead' | 'person', id: string): void
  hrefOf(view: View, params?: [string, string][]): string
  go(view: View, params?: [string, string][]): void
}

const views: readonly View[] = [
  'messages',
  'person',
  'credits',
  'figures',
  'waves',
  'audit',
  'retention',
  'notice',
]

/**
 * Returns the state of the tool's URL: `/leads`, `/leads/lead/ID`, `/leads/person/ID`, or a view such as
 * `/leads/figures`.
 */
export function useLeadsUrl(): LeadsUrl {
  const router = useRouter()
  const { view: part, id, _searchParams } = router.state
  const query = new URLSearchParams(_searchParams as [string, string][] | undefined).toString()
  const view = views.find((name) => name === part) ?? 'list'
  const lead = part === 'lead' && typeof id === 'string' && id ? id : undefined
  const person = part === 'person' && typeof id === 'string' && id ? id : undefined
  const params = useMemo(() => new URLSearchParams(query), [query])
  const selection = useMemo(() => selectionOf(params), [params])

  const { navigate, resolvePathFromState } = router
  const select = useCallback<LeadsUrl['select']>(
    (next, options) => {
      const at = lead ? { view: 'lead', id: lead } : {}
      navigate({ ...at, _searchParams: paramsOf(next) }, options)
    },
    [navigate, lead],
  )
  const open = useCallback<LeadsUrl['open']>(
    (next) => {
      const at = next ? { view: 'lead', id: next } : {}
      navigate({ ...at, _searchParams: [...params] })
    },
    [navigate, params],
  )
  const stateOf = (next: View, nextParams: [string, string][] = []) => ({
    ...(next !== 'list' && { view: next }),
    _searchParams: nextParams,
  })
  return {
    ...{ view, lead, person, params, selection, select, open },
    hrefOf: (...to) => resolvePathFromState(stateOf(...to)),
    hrefTo: (at, id) => resolvePathFromState({ view: at, id, _searchParams: [] }),
    goTo: (at, id) => navigate({ view: at, id, _searchParams: [] }),
    go: (...to) => navigate(stateOf(...to)),
  }
}
