import { InboxIcon, UserIcon, UsersIcon } from '@sanity/icons'
import { lazy } from 'react'
import { definePlugin, type Tool } from 'sanity'
import { route } from 'sanity/router'
import { may, worksOnLeadsOnly } from './access.ts'
import { OptionsProvider, type StaffOptions } from './options.ts'

/** The tools. Each is loaded when it opens. */
const tools = {
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

/**
 * The plugin that adds the tools Leads, People, and Your account for the users who may use them. The Studio opens its
 * first tool: that is Leads for people who work with leads only.
 */
export const staffStudio = definePlugin<StaffOptions>((options) => ({
  name: 'halvi-staff-studio',
  studio: {
    components: {
      layout: (props) => (
        <OptionsProvider value={options}>{props.renderDefault(props)}</OptionsProvider>
      ),
    },
  },
  tools: (others, { currentUser }) => [
    ...(worksOnLeadsOnly(currentUser) ? [tools.leads] : []),
    ...others,
    ...(may(currentUser, 'leads:read') && !worksOnLeadsOnly(currentUser) ? [tools.leads] : []),
    ...(options.accounts && currentUser?.roles.some(({ name }) => name === 'administrator')
      ? [tools.people]
      : []),
    ...(options.accounts && currentUser ? [tools.account] : []),
  ],
}))
