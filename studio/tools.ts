import {
  ClockIcon,
  HomeIcon,
  ImagesIcon,
  InboxIcon,
  RocketIcon,
  UserIcon,
  UsersIcon,
} from '@sanity/icons'
import { lazy } from 'react'
import { type CurrentUser, definePlugin, type Tool } from 'sanity'
import { route } from 'sanity/router'
import { LaunchMenu } from './launch/launch-menu.tsx'
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
  media: {
    name: 'media',
    title: 'Media',
    icon: ImagesIcon,
    component: lazy(() => import('./media/media-view.tsx')),
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
  launch: {
    name: 'launch',
    title: 'Launch',
    icon: RocketIcon,
    component: lazy(() => import('./launch/launch-view.tsx')),
  },
  activity: {
    name: 'activity',
    title: 'Activity',
    icon: ClockIcon,
    component: lazy(() => import('./activity/activity-tool.tsx')),
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
    tools.media,
    ...(may(currentUser, 'leads:read') && !answersOnly(currentUser) ? [tools.leads] : []),
    ...(may(currentUser, 'launch:read') ? [tools.launch] : []),
    ...(!hosted && currentUser ? [tools.activity] : []),
    ...(!hosted && currentUser?.roles.some(({ name }) => name === 'administrator')
      ? [tools.people]
      : []),
    ...(!hosted && currentUser ? [tools.account] : []),
  ],
  studio: { components: { toolMenu: LaunchMenu } },
}))
