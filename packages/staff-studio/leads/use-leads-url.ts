import { useCallback, useMemo } from 'react'
import { useRouter } from 'sanity/router'
import { paramsOf, type Selection, selectionOf } from './selection.ts'

/** The views of the tool, by their names in the URL. */
const views = ['list', 'messages', 'person', 'credits', 'figures', 'waves', 'notice'] as const
export type View = (typeof views)[number]

type Params = [string, string][]

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
  go(view: View, params?: Params): void
}

/** Returns the state of a link to a view. */
export const viewState = (view: View, params: Params = []) => ({
  ...(view !== 'list' && { view }),
  _searchParams: params,
})

/** Returns the state of a link to a lead or to a person who applied. */
export const detailState = (view: 'lead' | 'person', id: string) => {
  return { view, id, _searchParams: [] }
}

/**
 * Returns the state of the tool's URL: `/leads`, `/leads/lead/ID`, `/leads/person/ID`, or a view such as
 * `/leads/figures`.
 */
export function useLeadsUrl(): LeadsUrl {
  const { state, navigate } = useRouter()
  const { view: part, id, _searchParams } = state
  const query = new URLSearchParams(_searchParams as Params | undefined).toString()
  const view = views.find((name) => name === part) ?? 'list'
  const lead = part === 'lead' && typeof id === 'string' && id ? id : undefined
  const person = part === 'person' && typeof id === 'string' && id ? id : undefined
  const params = useMemo(() => new URLSearchParams(query), [query])
  const selection = useMemo(() => selectionOf(params), [params])

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
  const go = useCallback<LeadsUrl['go']>((...to) => navigate(viewState(...to)), [navigate])
  return { view, lead, person, params, selection, select, open, go }
}
