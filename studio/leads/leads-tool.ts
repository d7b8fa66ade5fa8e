import { InboxIcon } from '@sanity/icons'
import { permissionsOf } from 'halvi-leads/permissions'
import { lazy } from 'react'
import { definePlugin, type Tool } from 'sanity'
import { route } from 'sanity/router'

/** Who answered the site's forms, and what became of it. Loaded when it is opened. */
const leadsTool: Tool = {
  name: 'leads',
  title: 'Leads',
  icon: InboxIcon,
  component: lazy(() => import('./leads-app.tsx')),
  // What is searched and filtered stands in the address as plain parameters, to be shared and read.
  router: route.create('/', { __unsafe_disableScopedSearchParams: true }, [
    route.create('/:view', [route.create('/:id')]),
  ]),
}

/** Offers the tool to those who may read leads. */
export const leads = definePlugin({
  name: 'leads',
  tools: (tools, { currentUser }) => {
    const roles = currentUser?.roles ?? []
    const mayRead = roles.some(({ name }) => permissionsOf(name).includes('leads:read'))
    return mayRead ? [...tools, leadsTool] : tools
  },
})
