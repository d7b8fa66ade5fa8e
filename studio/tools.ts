import { HomeIcon, InboxIcon, UserIcon, UsersIcon } from '@sanity/icons'
import { lazy } from 'react'
import { type CurrentUser, definePlugin, type Tool } from 'sanity'
import { route } from 'sanity/router'
import { may, mayEdit } from './people/access.ts'

/** The site's own tools. Each is loaded when it opens. */
const tools = {
  home: {
    name: 'home',
    title: 'Home',
    icon: HomeIcon,
    component: lazy(() => import('./home/home-view.tsx')),
    router: route.create('/', [route.create('/guide/:guide')]),
  },
  leads: {
    name: 'leads',
    title: 'Leads',
    icon: InboxIcon,
    component: lazy(() => import('./leads/leads-app.tsx')),
    // Searches and filters are plain URL parameters, so that people can read and share the URL.
    router: route.create('/', { __unsafe_disableScopedSearchParams: true }, [
      route.create('/:view', [route.create('/:id')]),
    ]),
  },
  people: {
    name: 'people',
    title: 'People',
    icon: UsersIcon,
    component: lazy(() => import('./people/people-tool.tsx')),
  },
  account: {
    name: 'account',
    title: 'Your account',
    icon: UserIcon,
    component: lazy(() => import('./people/account-tool.tsx')),
  },
} satisfies Record<string, Tool>

const answersOnly = (user: CurrentUser | null) => may(user, 'leads:read') && !mayEdit(user)

/**
 * The plugin that adds each tool for the users who may use it. The Studio opens the first one: Leads for people who
 * work with leads only, otherwise Home. In a hosted project, Sanity manages accounts.
 */
export const staffTools = definePlugin(({ hosted }: { hosted: boolean }) => ({
  name: 'staff-tools',
  tools: (others, { currentUser }) => [
    ...(answersOnly(currentUser) ? [tools.leads] : [tools.home]),
    ...others,
    ...(may(currentUser, 'leads:read') && !answersOnly(currentUser) ? [tools.leads] : []),
    ...(!hosted && currentUser?.roles.some(({ name }) => name === 'administrator')
      ? [tools.people]
      : []),
    ...(!hosted && currentUser ? [tools.account] : []),
  ],
}))
