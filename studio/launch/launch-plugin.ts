import { RocketIcon } from '@sanity/icons'
import { permissionsOf } from 'halvi-leads/permissions'
import { lazy } from 'react'
import { definePlugin, type Tool } from 'sanity'
import { LaunchMenu } from './launch-menu.tsx'

/** What is left to do before a launch. Loaded when it is opened. */
const launchTool: Tool = {
  name: 'launch',
  title: 'Launch',
  icon: RocketIcon,
  component: lazy(() => import('./launch-view.tsx')),
}

/** Offers the tool to administrators, its name with how much is left. */
export const launch = definePlugin({
  name: 'launch',
  tools: (tools, { currentUser }) => {
    const roles = currentUser?.roles ?? []
    const mayRead = roles.some(({ name }) => permissionsOf(name).includes('launch:read'))
    return mayRead ? [...tools, launchTool] : tools
  },
  studio: { components: { toolMenu: LaunchMenu } },
})
