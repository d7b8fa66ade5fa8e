import { HomeIcon } from '@sanity/icons'
import { worksOnLeadsOnly } from 'halvi-staff-studio'
import { lazy } from 'react'
import { definePlugin, type Tool } from 'sanity'
import { route } from 'sanity/router'

const home: Tool = {
  name: 'home',
  title: 'Home',
  icon: HomeIcon,
  component: lazy(() => import('./home-view.tsx')),
  router: route.create('/', [route.create('/guide/:guide')]),
}

/** The plugin that adds the tool Home, which the Studio opens first, except for people who work with leads only. */
export const homeTool = definePlugin({
  name: 'home',
  tools: (others, { currentUser }) => (worksOnLeadsOnly(currentUser) ? others : [home, ...others]),
})
