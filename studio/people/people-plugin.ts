import { UserIcon, UsersIcon } from '@sanity/icons'
import { lazy } from 'react'
import { definePlugin } from 'sanity'

const tools = {
  people: {
    name: 'people',
    title: 'People',
    icon: UsersIcon,
    component: lazy(() => import('./people-tool.tsx')),
  },
  account: {
    name: 'account',
    title: 'Your account',
    icon: UserIcon,
    component: lazy(() => import('./account-tool.tsx')),
  },
}

/** Who works here, for administrators, and everybody's own account. Loaded when they are opened. */
export const people = definePlugin({
  name: 'people',
  tools: (others, { currentUser }) => [
    ...others,
    ...(currentUser?.role === 'administrator' ? [tools.people] : []),
    ...(currentUser ? [tools.account] : []),
  ],
})
